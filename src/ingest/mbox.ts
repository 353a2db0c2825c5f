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
  if (separatorOf(octets) === null) return;
  const cut = cutMessages(octets, { first: lineAt(octets, 0), from: 0, until: octets.length });
  yield* cut.messages;
  yield lastMessage(octets, cut.start);
}

export interface Cutting {
  /** The separator that the mbox begins with. */
  readonly first: string;
  /** Where to look for the next separator, and where to stop looking. */
  readonly from: number;
  readonly until: number;
}

export interface CutMessages {
  readonly messages: Generator<string>;
  /** Offset of the separator of the message that is not ended yet; known when the messages were taken. */
  readonly start: number;
}

/** The messages of text that begins with a separator, as far as the next separator ends them. */
export function cutMessages(octets: string, cutting: Cutting): CutMessages {
  const cut = { start: 0, messages: messagesOf() };
  function* messagesOf(): Generator<string> {
    let at = nextSeparator(octets, cutting.from, cutting);
    while (at >= 0) {
      yield messageAt(octets, cut.start, isAfterEmptyLine(octets, at) ? at - 1 : at);
      cut.start = at;
      at = nextSeparator(octets, at + 1, cutting);
    }
  }
  return cut;
}

/** The message that ends with the mbox; the empty line behind it is the writer's. */
export function lastMessage(octets: string, start: number): string {
  return messageAt(octets, start, octets.endsWith('\n\n') ? octets.length - 1 : octets.length);
}

/** The message below the separator at `start`. */
function messageAt(octets: string, start: number, end: number): string {
  const message = octets.slice(lineEnd(octets, start) + 1, end);
  return withoutFromQuotes(message, separatorKind(lineAt(octets, start)));
}

function nextSeparator(octets: string, from: number, { first, until }: Cutting): number {
  const kind = separatorKind(first);
  for (
    let feed = octets.indexOf('\nFrom ', from);
    feed >= 0 && feed < until;
    feed = octets.indexOf('\nFrom ', feed + 1)
  ) {
    const at = feed + 1;
    const line = lineAt(octets, at);
    const isCut = isAfterEmptyLine(octets, at) || (kind === 'plain' && line === first);
    if (isCut && separatorKind(line) === kind && headerFollows(octets, lineEnd(octets, at) + 1)) return at;
  }
  return -1;
}

/** The line at an offset, of a length that any separator has. */
export function lineAt(octets: string, at: number): string {
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
function withoutFromQuotes(message: string, kind: Separator | null): string {
  if (kind === 'format-patch' || !message.includes('>From ')) return message;
  return message.replaceAll(/^>(>{0,40}From )/gm, '$1');
}
