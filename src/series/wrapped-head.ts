import { parseHunkHeader } from './hunk-header.ts';
import { lineAt, lineBreak } from './line.ts';

/** The date that plain diffs print behind a name, or the time of it alone, as the rest of a wrapped line. */
const DATE = /^\s{0,20}(?:\d{4}-\d{2}-\d{2}\s+)?\d{1,2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:\s+[+-]\d{4})?\s*$/;

/** The lines of a file's head with each date that a mailer wrapped put back behind its name. */
export function joinDates(head: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const line of head) {
    const last = joined.at(-1);
    if (last !== undefined && isName(last) && DATE.test(line)) joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
  }
  return joined;
}

/** Offset of the first `--- ` line of a plain diff whose head is whole but for its dates; -1 when there is none. */
export function wrappedHead(text: string, before: number): number {
  if (!text.slice(0, before).includes('\n@@ -')) return -1;
  for (let at = nextOld(text, 0); at >= 0 && at < before; at = nextOld(text, at + 1))
    if (isWrappedHead(text, at)) return at;
  return -1;
}

function isName(line: string): boolean {
  return line.startsWith('--- ') || line.startsWith('+++ ');
}

function nextOld(text: string, from: number): number {
  if (from === 0 && text.startsWith('--- ')) return 0;
  const feed = text.indexOf('\n--- ', Math.max(0, from - 1));
  return feed < 0 ? -1 : feed + 1;
}

function isWrappedHead(text: string, at: number): boolean {
  const renamed = pastDate(text, lineBreak(text, at) + 1);
  if (!text.startsWith('+++ ', renamed)) return false;
  const hunk = pastDate(text, lineBreak(text, renamed) + 1);
  return parseHunkHeader(lineAt(text, hunk)) !== null;
}

function pastDate(text: string, at: number): number {
  return DATE.test(lineAt(text, at)) ? lineBreak(text, at) + 1 : at;
}
