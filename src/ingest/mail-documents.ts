import { NOWHERE, type Problem } from '../problem.ts';
import { documentReader } from './document-reader.ts';
import { headerName, lineEnd, readHeaders } from './headers.ts';
import type { Letter } from './letter.ts';
import { separatorOf, splitMbox } from './mbox.ts';
import { readMail } from './read-mail.ts';

/** Headers that only a message has. */
const TELLING: ReadonlySet<string> = new Set(['from', 'message-id', 'subject', 'date', 'in-reply-to', 'to']);
const FRAGMENT_LINES_MAX = 60;

/** An mbox in any dialect, lore's `t.mbox` and the output of format-patch among them. */
export const mboxDocument = documentReader(
  (document) => separatorOf(document.octets),
  async (_, { octets }, settings) => {
    const letters: Letter[] = [];
    const limit = settings.limits.lettersMax;
    const problems: Problem[] = [];
    for (const message of splitMbox(octets)) {
      if (letters.length >= limit) {
        problems.push({ code: 'too-many', what: 'letters', count: limit + 1, limit, at: NOWHERE });
        break;
      }
      letters.push(await readMail(message, settings));
    }
    if (!octets.endsWith('\n')) problems.push(...cutAtEnd(letters));
    return { value: letters, problems };
  },
);

/** One message, from its first header or from the middle of its headers. */
export const mailDocument = documentReader(
  (document) => headersStart(document.octets),
  async (start, { octets }, settings) => {
    const letter = await readMail(withoutPage(octets.slice(start)), settings);
    const problems: Problem[] = start > 0 ? [{ code: 'headers-cut-off', at: atStart(letter) }] : [];
    return { value: [letter], problems };
  },
);

/** public-inbox shows a message as a mail with its own links below: they begin at the line that counts other threads. */
function withoutPage(octets: string): string {
  const links = octets.indexOf('other threads:[~');
  return links < 0 ? octets : octets.slice(0, octets.lastIndexOf('\n', links) + 1);
}

function atStart(letter: Letter) {
  return { messageId: letter.messageId, line: 1 };
}

/** An mbox whose last line has no line feed was cut on its way here. */
function cutAtEnd(letters: readonly Letter[]): readonly Problem[] {
  const last = letters.at(-1);
  if (last === undefined) return [];
  const line = last.text.split('\n').length;
  return [
    { code: 'input-truncated', why: 'the last line is not ended', at: { messageId: last.messageId, line } },
  ];
}

/** Offset of the first header; what stands before it is the rest of a header that was cut. Null when no mail begins there. */
function headersStart(octets: string): number | null {
  let at = 0;
  for (let line = 0; line < FRAGMENT_LINES_MAX && at < octets.length; line++) {
    const end = lineEnd(octets, at);
    const text = octets.slice(at, Math.min(end, at + 1000)).trimEnd();
    if (text === '' && line > 0) return null;
    if (headerName(text) !== null && isHead(octets, at, line === 0 ? 1 : 3)) return at;
    at = end + 1;
  }
  return null;
}

const HEAD_BOUNDS = { headerBytesMax: 262_144, headerFieldsMax: 200 };

function isHead(octets: string, start: number, tellingMin: number): boolean {
  const head = readHeaders(octets, start, HEAD_BOUNDS);
  const telling = head.fields.filter((field) => TELLING.has(field.name));
  return telling.length >= tellingMin && (telling.length >= 2 || head.endedBy !== 'odd-line');
}
