import { readShownCommit, type ShownCommit } from './commit-page.ts';
import { documentReader } from './document-reader.ts';
import { readMailDate } from './mail-date.ts';
import { readPagePerson } from './page-address.ts';
import { pageLetter } from './page-letter.ts';

const SHOWN_INDENT = '    ';

/** A diff without mail around it: a .patch or .diff file, or what `git show` prints. */
export const patchDocument = documentReader(
  (document) => diffStart(document.lines),
  (start, { lines }, settings) => {
    const above = lines.slice(0, start);
    const head = readShown(above) ?? readShownCommit(above) ?? plainHead(above);
    const said = { subject: head.subject, from: head.from, date: head.date, source: 'patch' } as const;
    return pageLetter(said, [...head.message, ...lines.slice(start)], settings);
  },
);

/** Index of the line where the first diff begins. */
function diffStart(lines: readonly string[]): number | null {
  const at = lines.findIndex((line, index) => isDiffStart(line, lines, index));
  return at < 0 ? null : at;
}

function isDiffStart(line: string, lines: readonly string[], index: number): boolean {
  if (/^diff --git \S+ \S+/.test(line)) return true;
  return (
    line.startsWith('--- ') &&
    (lines[index + 1] ?? '').startsWith('+++ ') &&
    (lines[index + 2] ?? '').startsWith('@@ -')
  );
}

/** What `git show` and `git log -p` print above a diff; null when it is something else. */
function readShown(lines: readonly string[]): ShownCommit | null {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (!/^commit [0-9a-f]{7,64}/.test(lines[first] ?? '')) return null;
  const author = lines.find((line) => line.startsWith('Author:'))?.slice('Author:'.length) ?? '';
  const date = lines.find((line) => line.startsWith('Date:'))?.slice('Date:'.length) ?? '';
  const indented = lines.filter((line) => line.startsWith(SHOWN_INDENT) || line.trim() === '');
  const message = indented.map((line) => line.slice(SHOWN_INDENT.length));
  const start = message.findIndex((line) => line.trim() !== '');
  const subject = message[start] ?? '';
  return {
    subject,
    from: readPagePerson(author.trim()),
    date: readMailDate(date),
    message: message.slice(start + 1),
  };
}

/** Text above a bare diff: a first line that stands alone is its title. */
function plainHead(lines: readonly string[]): ShownCommit {
  const first = lines.findIndex((line) => line.trim() !== '');
  const isTitled =
    first >= 0 && (lines[first + 1] ?? '').trim() === '' && !(lines[first] ?? '').startsWith('Index: ');
  const subject = isTitled ? (lines[first] ?? '').trim() : '';
  return { subject, from: null, date: null, message: isTitled ? lines.slice(first + 1) : lines };
}
