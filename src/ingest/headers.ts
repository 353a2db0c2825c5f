import { added } from './short-list.ts';

/** One header field that letters are made of: the name in lower case, the value as it stands, one character per byte. */
export interface HeaderField {
  readonly name: string;
  /** With its line breaks: most values are lists, whose readers do not mind them. */
  readonly folded: string;
}

/** A message cut at its empty line. Headers are undecoded, and the body is as it came. */
export interface RawMessage {
  /** Only the fields that somebody asks for; the others are counted. */
  readonly fields: readonly HeaderField[];
  readonly fieldCount: number;
  /** Offset of the first character of the body. */
  readonly bodyStart: number;
  /** Where the headers end: at the empty line, at a line that is no header, or with the document. */
  readonly endedBy: 'empty-line' | 'odd-line' | 'end';
}

export interface HeaderBounds {
  readonly headerBytesMax: number;
  readonly headerFieldsMax: number;
}

const NAMES = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'reply-to',
  'x-original-from',
  'list-id',
  'list-post',
  'auto-submitted',
  'content-length',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
];
/** Most fields are told apart by the length of their names alone. */
const NAMES_OF_LENGTH: readonly (readonly string[])[] = Array.from({ length: 26 }, (_, length) =>
  NAMES.filter((name) => name.length === length),
);
const NAME_LENGTH_MAX = 100;
const NONE: readonly string[] = [];

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const COLON = 58;
const DELETE = 127;
/** Set in every small letter and in the dash: what is told apart without it is told apart in any case. */
const SMALL = 32;

/**
 * Reads the headers at `start` of a message held as one character per byte.
 * Reading stops at the bounds; `bodyStart` is then the place where it stopped.
 */
export function readHeaders(octets: string, start: number, bounds: HeaderBounds): RawMessage {
  const fields: HeaderField[] = [];
  const stop = Math.min(octets.length, start + bounds.headerBytesMax);
  let fieldCount = 0;
  let at = start;
  while (at < stop && fieldCount < bounds.headerFieldsMax) {
    const line = Math.min(lineEnd(octets, at), stop);
    if (isEmptyLine(octets, at, line))
      return { fields, fieldCount, bodyStart: line + 1, endedBy: 'empty-line' };
    const colon = nameEnd(octets, at, line);
    if (colon < 0 && !isEnvelopeLine(octets, at))
      return { fields, fieldCount, bodyStart: at, endedBy: 'odd-line' };
    const end = foldedEnd(octets, line, stop);
    const name = colon < 0 ? null : knownName(octets, at, colon - at);
    if (name !== null) fields.push({ name, folded: octets.slice(colon + 1, end) });
    if (colon >= 0) fieldCount++;
    at = end + 1;
  }
  return { fields, fieldCount, bodyStart: Math.min(at, octets.length), endedBy: 'end' };
}

/** The name before the colon of a header line; null when the line is no header. */
export function headerName(line: string): string | null {
  const colon = nameEnd(line, 0, line.length);
  return colon < 0 ? null : line.slice(0, colon);
}

/** The value of the first field of that name on one line; null when there is none. */
export function headerValue(message: Pick<RawMessage, 'fields'>, name: string): string | null {
  for (const field of message.fields) if (field.name === name) return unfold(field.folded);
  return null;
}

/** The values of every field of that name, in order, each on one line. */
export function headerValues(message: Pick<RawMessage, 'fields'>, name: string): readonly string[] {
  return foldedValues(message, name).map(unfold);
}

/** The values of every field of that name, in order, with their line breaks. */
export function foldedValues(message: Pick<RawMessage, 'fields'>, name: string): readonly string[] {
  let values: string[] | null = null;
  for (const field of message.fields) if (field.name === name) values = added(values, field.folded);
  return values ?? NONE;
}

/** Offset of the line feed that ends the line at `at`, or the length of the text. */
export function lineEnd(octets: string, at: number): number {
  const feed = octets.indexOf('\n', at);
  return feed < 0 ? octets.length : feed;
}

/** Offset of the line feed that ends a field: lines that begin with a blank go on with the one before. */
function foldedEnd(octets: string, line: number, stop: number): number {
  let end = line;
  for (let first = octets.charCodeAt(end + 1); first === BLANK || first === TAB; ) {
    if (end + 1 >= stop) break;
    end = Math.min(lineEnd(octets, end + 1), stop);
    first = octets.charCodeAt(end + 1);
  }
  return end;
}

/** The name at an offset as we spell it; null when no letter is made of such a field. */
function knownName(octets: string, at: number, length: number): string | null {
  for (const name of NAMES_OF_LENGTH[length] ?? []) if (isNameAt(octets, at, name)) return name;
  return null;
}

function isNameAt(octets: string, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++)
    if ((octets.charCodeAt(at + index) | SMALL) !== name.charCodeAt(index)) return false;
  return true;
}

/** Offset of the colon behind a header's name, -1 when the line has none. */
function nameEnd(octets: string, at: number, end: number): number {
  const last = Math.min(end, at + NAME_LENGTH_MAX + 1);
  for (let index = at; index < last; index++) {
    const code = octets.charCodeAt(index);
    if (code === COLON) return index > at ? index : -1;
    if (code <= BLANK || code >= DELETE) return -1;
  }
  return -1;
}

function isEmptyLine(octets: string, at: number, end: number): boolean {
  return (
    end === at ||
    (end === at + 1 && octets.charCodeAt(at) === CARRIAGE_RETURN && octets.charCodeAt(end) === LINE_FEED)
  );
}

/** A line that begins "From " or ">From " among the headers is left over from an mbox. */
function isEnvelopeLine(octets: string, at: number): boolean {
  return octets.startsWith('From ', at) || octets.startsWith('>From ', at);
}

function unfold(folded: string): string {
  if (!folded.includes('\n')) return folded.trim();
  const lines = folded.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
