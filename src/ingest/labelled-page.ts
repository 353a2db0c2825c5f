import { NOWHERE, type Problem } from '../problem.ts';
import { documentReader } from './document-reader.ts';
import { readMessageId, readReferences } from './identifiers.ts';
import { readMailDate } from './mail-date.ts';
import { readPagePerson } from './page-address.ts';
import { withoutPageFooter } from './page-footer.ts';
import { pageLetter } from './page-letter.ts';

const HEAD_LINES_MAX = 60;
const LABEL =
  /^\s{0,4}(List|Subject|From|Date|To|Cc|Message-ID|Message-Id|References|In-Reply-To|In-reply-to|Reply-To|Sender|Newsgroups|Organization|User-Agent|User-agent|Lists|Archived-at)(?:[ \t]{0,8}:|\t)(.*)$/;

interface LabelledHead {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: number;
}

/**
 * An archive's page that labels the head of a message somewhere below its own: MARC, spinics, lkml.org, LWN, openwall.
 * The labels stand one a line, with a colon or a tab behind them; a line that begins with a blank goes on with a list.
 */
export const labelledPage = documentReader(
  (document) => findHead(document.head),
  (head, document, settings) => {
    const body = withoutPageFooter(document.lines.slice(head.body));
    return pageLetter({ ...saidBy(head.fields), source: 'archive-page' }, body, settings);
  },
);

/** Labels in one block, of which a subject and a person are two; links may stand between the block and the text. */
function findHead(lines: readonly string[]): LabelledHead | null {
  for (let start = 0; start < Math.min(lines.length, HEAD_LINES_MAX); start++) {
    if (!LABEL.test(lines[start] ?? '')) continue;
    const head = readBlock(lines, start);
    if (head.fields.has('subject') && head.fields.has('from') && head.fields.size >= 3) return head;
    start = head.body;
  }
  return null;
}

function readBlock(lines: readonly string[], start: number): LabelledHead {
  const fields = new Map<string, string>();
  let body = start;
  for (; body < Math.min(lines.length, start + HEAD_LINES_MAX); body++) {
    const label = LABEL.exec(lines[body] ?? '');
    if (label === null && !isContinued(lines, body, start)) break;
    const name = (label?.[1] ?? '').toLowerCase();
    if (label !== null && !fields.has(name)) fields.set(name, (label[2] ?? '').trim());
  }
  while (/^\s*\[.{1,80}\]\s*$/.test(lines[body] ?? '')) body++;
  return { fields, body };
}

/** People go on behind a line that ends with a comma. */
function isContinued(lines: readonly string[], at: number, start: number): boolean {
  return at > start && /^[ \t]+\S/.test(lines[at] ?? '') && (lines[at - 1] ?? '').trimEnd().endsWith(',');
}

function saidBy(fields: LabelledHead['fields']) {
  const date = fields.get('date') ?? null;
  const iso = date === null ? null : readMailDate(date);
  const problems: readonly Problem[] =
    date !== null && iso === null ? [{ code: 'date-unreadable', text: date.slice(0, 100), at: NOWHERE }] : [];
  const references = readReferences(fields.get('references') ?? '', 100);
  return {
    subject: fields.get('subject') ?? '',
    from: readPagePerson(fields.get('from') ?? ''),
    messageId: readMessageId(fields.get('message-id') ?? ''),
    inReplyTo: readReferences(fields.get('in-reply-to') ?? '', 1)[0] ?? references.at(-1) ?? null,
    references,
    date: iso,
    problems,
  };
}
