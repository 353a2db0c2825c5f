import { headerName, lineEnd } from './headers.ts';

/** The line that stands before each message of one mbox. */
export type Separator = 'mboxrd' | 'format-patch' | 'plain';

const SEPARATOR_LENGTH_MAX = 400;
const ASCTIME = /^From \S.* [A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d{1,2}:\d{2}/;

/** The dialect of the mbox that a document opens; null when its first line is no separator or no header follows. */
export function separatorOf(octets: string): Separator | null {
  const kind = separatorKind(lineAt(octets, 0));
  return kind !== null && headerFollows(octets, lineEnd(octets, 0) + 1) ? kind : null;
}

/**
 * The messages of an mbox, without their separators, the `>` of quoted `>From ` lines taken off.
 * A message begins at a separator of the first one's kind that a header follows, after an empty line; without one only
 * where the line is the very first separator again, as some writers put it. Any other "From " line is text.
 */
export function* splitMbox(octets: string): Generator<string> {
  const kind = separatorOf(octets);
  if (kind === null) return;
  const first = lineAt(octets, 0);
  let start = lineEnd(octets, 0) + 1;
  for (let at = nextSeparator(octets, start, first); at >= 0; at = nextSeparator(octets, start, first)) {
    const end = isAfterEmptyLine(octets, at) ? at - 1 : at;
    yield withoutFromQuotes(octets.slice(start, end), kind);
    start = lineEnd(octets, at) + 1;
  }
  yield withoutFromQuotes(octets.slice(start), kind);
}

function nextSeparator(octets: string, from: number, first: string): number {
  const kind = separatorKind(first);
  for (
    let at = octets.indexOf('\nFrom ', Math.max(0, from - 1));
    at >= 0;
    at = octets.indexOf('\nFrom ', at + 1)
  ) {
    const line = lineAt(octets, at + 1);
    const isCut = isAfterEmptyLine(octets, at + 1) || (kind === 'plain' && line === first);
    if (isCut && separatorKind(line) === kind && headerFollows(octets, lineEnd(octets, at + 1) + 1))
      return at + 1;
  }
  return -1;
}

function lineAt(octets: string, at: number): string {
  return octets.slice(at, Math.min(lineEnd(octets, at), at + SEPARATOR_LENGTH_MAX)).trimEnd();
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

/** One mark was put before every such line, quoted or not (mboxrd); format-patch puts none. */
function withoutFromQuotes(message: string, kind: Separator): string {
  if (kind === 'format-patch' || !message.includes('>From ')) return message;
  return message.replaceAll(/^>(>{0,40}From )/gm, '$1');
}
