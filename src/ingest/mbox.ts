import { headerName, lineEnd } from './headers.ts';

/** The line that stands before each message of one mbox. */
export type Separator = 'mboxrd' | 'format-patch' | 'plain';

const ASCTIME = /^From \S.* [A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d{1,2}:\d{2}/;

/** The dialect of the mbox that a document opens; null when its first line is no separator or no header follows. */
export function separatorOf(octets: string): Separator | null {
  const end = lineEnd(octets, 0);
  const kind = separatorKind(octets.slice(0, Math.min(end, 400)).trimEnd());
  return kind !== null && headerFollows(octets, end + 1) ? kind : null;
}

/**
 * The messages of an mbox, without their separators, one `>` of `>From ` quoting taken off (mboxrd).
 * A message begins at a separator of the first one's kind that stands at the start or after an empty line and is
 * followed by a header; any other "From " line is text.
 */
export function* splitMbox(octets: string): Generator<string> {
  const kind = separatorOf(octets);
  if (kind === null) return;
  let start = lineEnd(octets, 0) + 1;
  for (let at = nextSeparator(octets, start, kind); at >= 0; at = nextSeparator(octets, start, kind)) {
    yield withoutFromQuotes(octets.slice(start, at - 1));
    start = lineEnd(octets, at) + 1;
  }
  yield withoutFromQuotes(octets.slice(start));
}

function nextSeparator(octets: string, from: number, kind: Separator): number {
  let at = octets.indexOf('\nFrom ', Math.max(0, from - 1));
  while (at >= 0) {
    const start = at + 1;
    const end = lineEnd(octets, start);
    const line = octets.slice(start, Math.min(end, start + 400)).trimEnd();
    if (separatorKind(line) === kind && isAfterEmptyLine(octets, start) && headerFollows(octets, end + 1))
      return start;
    at = octets.indexOf('\nFrom ', start);
  }
  return -1;
}

function separatorKind(line: string): Separator | null {
  if (!ASCTIME.test(line)) return null;
  if (line.startsWith('From mboxrd@z ')) return 'mboxrd';
  return /^From [0-9a-f]{40,64} Mon Sep 17 00:00:00 2001$/.test(line) ? 'format-patch' : 'plain';
}

function isAfterEmptyLine(octets: string, at: number): boolean {
  if (at < 2) return true;
  return octets[at - 2] === '\n' || (octets[at - 2] === '\r' && octets[at - 3] === '\n');
}

function headerFollows(octets: string, at: number): boolean {
  return headerName(octets.slice(at, Math.min(lineEnd(octets, at), at + 200))) !== null;
}

function withoutFromQuotes(message: string): string {
  if (!message.includes('>From ')) return message;
  return message.replaceAll(/^>(>{0,40}From )/gm, '$1');
}
