const BEGIN = /^begin [0-7]{3,4} (\S.{0,200})$/;
const BLANK = 32;
const LINE_BYTES_MAX = 45;

/** A file that stands in a text as uuencode writes it; one character per byte. */
export interface Uuencoded {
  readonly filename: string;
  readonly octets: string;
}

/** The files in a text of LF lines, from `begin 644 name` to `end`; one that is cut or broken is no file. */
export function findUuencoded(text: string, filesMax: number): readonly Uuencoded[] {
  if (!hasBeginLine(text)) return [];
  const lines = text.split('\n');
  const files: Uuencoded[] = [];
  for (let at = 0; at < lines.length && files.length < filesMax; at++) {
    const filename = BEGIN.exec(lines[at] ?? '')?.[1]?.trim();
    if (filename === undefined) continue;
    const file = readLines(lines, at + 1);
    if (file !== null) files.push({ filename, octets: file.octets });
    at = file?.end ?? at;
  }
  return files;
}

/** Looks for the word alone: every line has the feed that stands before it, and few the word. */
function hasBeginLine(text: string): boolean {
  for (let at = text.indexOf('begin '); at >= 0; at = text.indexOf('begin ', at + 1))
    if (at === 0 || text[at - 1] === '\n') return true;
  return false;
}

/** What a body packed with uuencode holds; the body itself when it holds no file. */
export function unpackUuencode(body: string): string {
  const [file] = findUuencoded(body.replaceAll('\r\n', '\n'), 1);
  return file?.octets ?? body;
}

function readLines(lines: readonly string[], from: number): { octets: string; end: number } | null {
  const pieces: string[] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === 'end') return { octets: pieces.join(''), end: at };
    const piece = line === '' ? '' : readLine(line);
    if (piece === null) return null;
    pieces.push(piece);
  }
  return null;
}

/** The first character counts the bytes, four more hold three of them; blanks at the end may have been lost. */
function readLine(line: string): string | null {
  const count = sixBits(line, 0);
  const length = 1 + Math.ceil(count / 3) * 4;
  if (count > LINE_BYTES_MAX || line.length > length + 1 || /[^ -`]/.test(line)) return null;
  const packed = line.padEnd(length);
  const bytes: number[] = [];
  for (let at = 1; at < length; at += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((offset) => sixBits(packed, at + offset));
    bytes.push(((a ?? 0) << 2) | ((b ?? 0) >> 4), (((b ?? 0) & 15) << 4) | ((c ?? 0) >> 2));
    bytes.push((((c ?? 0) & 3) << 6) | (d ?? 0));
  }
  return String.fromCharCode(...bytes.slice(0, count));
}

/** A blank and a backquote are both nothing. */
function sixBits(line: string, at: number): number {
  return (line.charCodeAt(at) - BLANK) & 63;
}
