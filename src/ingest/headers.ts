/** One header field that letters are made of: the name in lower case, the value unfolded, one character per byte. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
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

const NAMES: ReadonlySet<string> = new Set([
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
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
]);
/** Most fields are told apart by the length of their names alone. */
const NAME_LENGTHS: ReadonlySet<number> = new Set([...NAMES].map((name) => name.length));
const NAME_LENGTH_MAX = 100;

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BLANK = 32;
const COLON = 58;
const DELETE = 127;

/**
 * Reads the headers at `start` of a message held as one character per byte.
 * Reading stops at the bounds; `bodyStart` is then the place where it stopped.
 */
export function readHeaders(octets: string, start: number, bounds: HeaderBounds): RawMessage {
  const fields: { name: string; value: string }[] = [];
  const stop = Math.min(octets.length, start + bounds.headerBytesMax);
  let fieldCount = 0;
  let open: { name: string; value: string } | null = null;
  let at = start;
  while (at < stop && fieldCount < bounds.headerFieldsMax) {
    const end = Math.min(lineEnd(octets, at), stop);
    const first = octets.charCodeAt(at);
    if (first === BLANK || first === TAB) {
      if (open !== null) open.value = unfold(open.value, octets.slice(at, end));
      else if (fieldCount === 0) return { fields, fieldCount, bodyStart: at, endedBy: 'odd-line' };
    } else if (isEmptyLine(octets, at, end)) {
      return { fields, fieldCount, bodyStart: end + 1, endedBy: 'empty-line' };
    } else {
      const colon = nameEnd(octets, at, end);
      open = colon < 0 ? null : fieldAt(octets, at, { colon, end });
      if (open !== null) fields.push(open);
      if (colon >= 0) fieldCount++;
      else if (!isEnvelopeLine(octets, at)) return { fields, fieldCount, bodyStart: at, endedBy: 'odd-line' };
    }
    at = end + 1;
  }
  return { fields, fieldCount, bodyStart: Math.min(at, octets.length), endedBy: 'end' };
}

/** The name before the colon of a header line; null when the line is no header. */
export function headerName(line: string): string | null {
  const colon = nameEnd(line, 0, line.length);
  return colon < 0 ? null : line.slice(0, colon);
}

/** The value of the first field of that name; null when there is none. */
export function headerValue(message: Pick<RawMessage, 'fields'>, name: string): string | null {
  return message.fields.find((field) => field.name === name)?.value ?? null;
}

/** The values of every field of that name, in order. */
export function headerValues(message: Pick<RawMessage, 'fields'>, name: string): readonly string[] {
  return message.fields.filter((field) => field.name === name).map((field) => field.value);
}

/** Offset of the line feed that ends the line at `at`, or the length of the text. */
export function lineEnd(octets: string, at: number): number {
  const feed = octets.indexOf('\n', at);
  return feed < 0 ? octets.length : feed;
}

function fieldAt(octets: string, at: number, cut: { readonly colon: number; readonly end: number }) {
  if (!NAME_LENGTHS.has(cut.colon - at)) return null;
  const name = octets.slice(at, cut.colon).toLowerCase();
  return NAMES.has(name) ? { name, value: octets.slice(cut.colon + 1, cut.end).trim() } : null;
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

function unfold(value: string, line: string): string {
  const more = line.trim();
  return value === '' || more === '' ? value + more : `${value} ${more}`;
}
