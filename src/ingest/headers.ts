/** One header field: the name in lower case, the value unfolded, one character per byte. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** A message cut at its empty line. Headers are undecoded, and the body is as it came. */
export interface RawMessage {
  readonly fields: readonly HeaderField[];
  /** Offset of the first character of the body. */
  readonly bodyStart: number;
  /** Where the headers end: at the empty line, at a line that is no header, or with the document. */
  readonly endedBy: 'empty-line' | 'odd-line' | 'end';
}

export interface HeaderBounds {
  readonly headerBytesMax: number;
  readonly headerFieldsMax: number;
}

const COLON = 58;
const NAME_LENGTH_MAX = 100;

/**
 * Reads the headers at `start` of a message held as one character per byte.
 * Reading stops at the bounds; `bodyStart` is then the place where it stopped.
 */
export function readHeaders(octets: string, start: number, bounds: HeaderBounds): RawMessage {
  const fields: { name: string; value: string }[] = [];
  const stop = start + bounds.headerBytesMax;
  let at = start;
  while (at < octets.length && at < stop && fields.length < bounds.headerFieldsMax) {
    const end = lineEnd(octets, at);
    const line = withoutCr(octets.slice(at, Math.min(end, stop)));
    if (line === '') return { fields, bodyStart: end + 1, endedBy: 'empty-line' };
    const last = fields.at(-1);
    const name = headerName(line);
    if (isContinuation(line) && last !== undefined) last.value = unfold(last.value, line);
    else if (name !== null)
      fields.push({ name: name.toLowerCase(), value: line.slice(name.length + 1).trim() });
    else if (!isEnvelopeLine(line)) return { fields, bodyStart: at, endedBy: 'odd-line' };
    at = end + 1;
  }
  return { fields, bodyStart: Math.min(at, octets.length), endedBy: 'end' };
}

/** The name before the colon of a header line; null when the line is no header. */
export function headerName(line: string): string | null {
  const colon = line.indexOf(':');
  if (colon <= 0 || colon > NAME_LENGTH_MAX) return null;
  for (let i = 0; i < colon; i++) {
    const code = line.charCodeAt(i);
    if (code <= 32 || code >= 127 || code === COLON) return null;
  }
  return line.slice(0, colon);
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

function withoutCr(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function isContinuation(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t');
}

/** A line that begins "From " or ">From " among the headers is left over from an mbox. */
function isEnvelopeLine(line: string): boolean {
  return line.startsWith('From ') || line.startsWith('>From ');
}

function unfold(value: string, line: string): string {
  const more = line.trim();
  return value === '' || more === '' ? value + more : `${value} ${more}`;
}
