import { headerName, headerValue, lineEnd, readHeaders } from './headers.ts';

/** The line that stands before each message of one mbox. */
export type Separator = 'mboxrd' | 'format-patch' | 'plain';

/** How one mbox marks its messages. */
export interface Dialect {
  /** The separator that the mbox begins with, and its kind. */
  readonly first: string;
  readonly kind: Separator;
  /** Its first message says with Content-Length how long its body is (mboxcl, mboxcl2). */
  readonly isCounted: boolean;
}

/** Headers that go on behind so many characters are not looked at for a Content-Length. */
export const LOOK_AHEAD = 16_384;

const SEPARATOR_LENGTH_MAX = 400;
const HEAD_BOUNDS = { headerBytesMax: LOOK_AHEAD, headerFieldsMax: 500 };
const ASCTIME = /^From \S.* [A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d{1,2}:\d{2}/;

/** The kind of mbox that a document opens; null when its first line is no separator or no header follows. */
export function separatorOf(octets: string): Separator | null {
  const kind = separatorKind(lineAt(octets, 0));
  return kind !== null && headerFollows(octets, lineEnd(octets, 0) + 1) ? kind : null;
}

/** How the mbox marks its messages that the text begins with; null when it is none. */
export function dialectOf(octets: string): Dialect | null {
  const kind = separatorOf(octets);
  if (kind === null) return null;
  return { first: lineAt(octets, 0), kind, isCounted: bodyLength(octets, 0) !== null };
}

/**
 * The messages of an mbox, without their separators, the `>` of quoted `>From ` lines taken off.
 * A message begins at a separator of the first one's kind that a header follows, after an empty line; without one only
 * where the line is the very first separator again, as some writers put it. Any other "From " line is text, and so is
 * every one in a body that a Content-Length counts, when a separator follows where the count ends.
 */
export function* splitMbox(octets: string): Generator<string> {
  const dialect = dialectOf(octets);
  if (dialect === null) return;
  const cut = cutMessages(octets, { dialect, from: 0, until: octets.length, awaitedMax: 0 });
  yield* cut.messages;
  yield lastMessage(octets, cut.start, dialect);
}

export interface Cutting {
  readonly dialect: Dialect;
  /** Where to look for the next separator, and where to stop looking. */
  readonly from: number;
  readonly until: number;
  /** A body that is counted to be longer than what is at hand is waited for up to this length; 0 when nothing follows. */
  readonly awaitedMax: number;
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
    let at = messageEnd(octets, 0, cutting);
    while (at >= 0) {
      yield messageAt(octets, cut.start, isAfterEmptyLine(octets, at) ? at - 1 : at, cutting.dialect);
      cut.start = at;
      at = messageEnd(octets, at, { ...cutting, from: at + 1 });
    }
  }
  return cut;
}

/** The message that ends with the mbox; the empty line behind it is the writer's. */
export function lastMessage(octets: string, start: number, dialect: Dialect): string {
  return messageAt(octets, start, octets.endsWith('\n\n') ? octets.length - 1 : octets.length, dialect);
}

/** The message below the separator at `start`. */
function messageAt(octets: string, start: number, end: number, { isCounted, kind }: Dialect): string {
  const message = octets.slice(lineEnd(octets, start) + 1, end);
  return isCounted && hasBareFrom(message) ? message : withoutFromQuotes(message, kind);
}

/** Offset of the separator that ends the message at `start`; -1 when it is not at hand. */
function messageEnd(octets: string, start: number, cutting: Cutting): number {
  const counted = cutting.dialect.isCounted ? countedEnd(octets, start, cutting) : null;
  return counted ?? nextSeparator(octets, cutting);
}

/** The separator where the counted body ends, -1 when it is not at hand yet; null when the count can not be trusted. */
function countedEnd(octets: string, start: number, { dialect, awaitedMax }: Cutting): number | null {
  const length = bodyLength(octets, start);
  if (length === null) return null;
  const end = length.bodyStart + length.bytes;
  if (end + LOOK_AHEAD > octets.length && length.bytes <= awaitedMax) return -1;
  return [end, end + 1].find((at) => octets[at - 1] === '\n' && isSeparator(octets, at, dialect)) ?? null;
}

function bodyLength(octets: string, start: number): { bodyStart: number; bytes: number } | null {
  const head = readHeaders(octets, lineEnd(octets, start) + 1, HEAD_BOUNDS);
  const said = headerValue(head, 'content-length') ?? '';
  return /^\d{1,10}$/.test(said) ? { bodyStart: head.bodyStart, bytes: Number(said) } : null;
}

/** Scans for "From " alone: few lines hold it, while every line has the feed that stands before it. */
function nextSeparator(octets: string, { dialect, from, until }: Cutting): number {
  for (
    let at = octets.indexOf('From ', from + 1);
    at >= 0 && at <= until;
    at = octets.indexOf('From ', at + 1)
  ) {
    if (octets[at - 1] !== '\n') continue;
    const isCut =
      isAfterEmptyLine(octets, at) || (dialect.kind === 'plain' && lineAt(octets, at) === dialect.first);
    if (isCut && isSeparator(octets, at, dialect)) return at;
  }
  return -1;
}

function isSeparator(octets: string, at: number, { first, kind }: Dialect): boolean {
  const line = lineAt(octets, at);
  const isOfKind = line === first || separatorKind(line) === kind;
  return isOfKind && headerFollows(octets, lineEnd(octets, at) + 1);
}

/** The line at an offset, of a length that any separator has. */
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

/** A writer that leaves "From " lines as they are has quoted none. */
function hasBareFrom(message: string): boolean {
  return message.includes('\nFrom ');
}

/** One mark was put before every such line, quoted or not (mboxrd); format-patch puts none. */
function withoutFromQuotes(message: string, kind: Separator): string {
  if (kind === 'format-patch' || !message.includes('>From ')) return message;
  return message.replaceAll(/^>(>{0,40}From )/gm, '$1');
}
