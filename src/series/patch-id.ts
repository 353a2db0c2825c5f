import { createHash } from 'node:crypto';

/**
 * git's stable patch id of a whole diff, given as lines of one character per byte: every file's part is hashed by
 * itself, without white space and line numbers, and the hashes are added. Null when no line begins a diff.
 * Source: git builtin/patch-id.c, get_one_patchid() and flush_one_hunk() with --stable.
 */
export function patchIdOf(lines: readonly string[]): string | null {
  const sum = new Uint8Array(20);
  const starts = [...lines.keys()].filter((at) => (lines[at] ?? '').startsWith('diff '));
  if (starts.length === 0) return null;
  for (const [index, start] of starts.entries())
    addHash(sum, hashFile(lines.slice(start, starts[index + 1])));
  return Buffer.from(sum).toString('hex');
}

function hashFile(lines: readonly string[]): Uint8Array {
  const hash = createHash('sha1');
  let left = { before: -1, after: -1 };
  for (const line of lines) {
    if (left.before === -1) {
      if (line.startsWith('index ')) continue;
      if (line.startsWith('--- ')) left = { before: 1, after: 1 };
    } else if (left.before === 0 && left.after === 0) {
      const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
      if (counts === null) break;
      left = { before: Number(counts[1] ?? 1), after: Number(counts[2] ?? 1) };
      continue;
    }
    if (line.startsWith('\\ ')) continue;
    left = counted(left, line);
    hash.update(line.replaceAll(/\s+/g, ''), 'latin1');
  }
  return hash.digest();
}

function counted(left: { before: number; after: number }, line: string): { before: number; after: number } {
  if (left.before === -1) return left;
  const isBefore = line.startsWith('-') || line.startsWith(' ') ? 1 : 0;
  const isAfter = line.startsWith('+') || line.startsWith(' ') ? 1 : 0;
  return { before: left.before - isBefore, after: left.after - isAfter };
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
