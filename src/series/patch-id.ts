import { createHash } from 'node:crypto';

const PLUS = 43;
const MINUS = 45;
const BACKSLASH = 92;

/**
 * git's stable patch id of a whole diff, given as one character per byte: every file's part is hashed by
 * itself, without white space and line numbers, and the hashes are added. Null when no line begins a diff.
 * Source: git builtin/patch-id.c, get_one_patchid() and flush_one_hunk() with --stable.
 */
export function patchIdOf(diff: string): string | null {
  const lines = diff.split('\n');
  const sum = new Uint8Array(20);
  const starts = [...lines.keys()].filter((at) => (lines[at] ?? '').startsWith('diff '));
  if (starts.length === 0) return null;
  for (const [index, start] of starts.entries())
    addHash(sum, hashFile(lines.slice(start, starts[index + 1])));
  return Buffer.from(sum).toString('hex');
}

function hashFile(lines: readonly string[]): Uint8Array {
  const bytes = Buffer.from(hashedLines(lines).join(''), 'latin1');
  return createHash('sha1').update(withoutSpace(bytes)).digest();
}

/** Blank, tab, line feed and carriage return are git's white space; the bytes are packed in place. */
function withoutSpace(bytes: Uint8Array): Uint8Array {
  let kept = 0;
  for (const byte of bytes) {
    if (byte === 32 || byte === 9 || byte === 10 || byte === 13) continue;
    bytes[kept] = byte;
    kept++;
  }
  return bytes.subarray(0, kept);
}

/** The lines that count: the head of the file's diff without its blob ids, and the lines of its hunks. */
function hashedLines(lines: readonly string[]): readonly string[] {
  const hashed: string[] = [];
  const body = lines.findIndex((line) => line.startsWith('--- '));
  if (body < 0) return lines.filter((line) => !line.startsWith('index ') && !line.startsWith('\\ '));
  hashed.push(
    ...lines.slice(0, body).filter((line) => !line.startsWith('index ')),
    ...lines.slice(body, body + 2),
  );
  for (let at = body + 2; at < lines.length; ) {
    const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[at] ?? '');
    if (counts === null) break;
    at = takeHunk(lines, at + 1, { left: [Number(counts[1] ?? 1), Number(counts[2] ?? 1)], hashed });
  }
  return hashed;
}

function takeHunk(
  lines: readonly string[],
  from: number,
  into: { readonly left: [number, number]; readonly hashed: string[] },
): number {
  const { left, hashed } = into;
  let at = from;
  for (; at < lines.length && (left[0] > 0 || left[1] > 0); at++) {
    const line = lines[at] ?? '';
    const first = line.charCodeAt(0);
    if (first === BACKSLASH) continue;
    if (first !== PLUS) left[0]--;
    if (first !== MINUS) left[1]--;
    hashed.push(line);
  }
  return lines[at]?.charCodeAt(0) === BACKSLASH ? at + 1 : at;
}

/** Adds byte by byte with carry, the first byte being the lowest. */
function addHash(sum: Uint8Array, hash: Uint8Array): void {
  let carry = 0;
  for (let at = 0; at < sum.length; at++) {
    const total = (sum[at] ?? 0) + (hash[at] ?? 0) + carry;
    sum[at] = total & 0xff;
    carry = total >> 8;
  }
}
