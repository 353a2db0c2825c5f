const COMMA = 44;
const ZERO = 48;
const DIGITS_MAX = 9;

/** The line before a hunk's lines: `@@ -644,10 +644,8 @@ section`. */
export interface HunkHeader {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly section: string;
}

/** Reads a hunk header; null for any other line. Counts left out are 1. */
export function parseHunkHeader(line: string): HunkHeader | null {
  if (!line.startsWith('@@ -')) return null;
  const old = readRange(line, 4);
  if (old === null || !line.startsWith(' +', old.end)) return null;
  const renewed = readRange(line, old.end + 2);
  if (renewed === null || !line.startsWith(' @@', renewed.end)) return null;
  return {
    oldStart: old.start,
    oldLines: old.count,
    newStart: renewed.start,
    newLines: renewed.count,
    section: line.slice(renewed.end + 3).trim(),
  };
}

/** `644,10`, or `644` alone for one line. */
function readRange(line: string, at: number): { start: number; count: number; end: number } | null {
  const start = readNumber(line, at);
  if (start === null) return null;
  if (line.charCodeAt(start.end) !== COMMA) return { start: start.value, count: 1, end: start.end };
  const count = readNumber(line, start.end + 1);
  return count === null ? null : { start: start.value, count: count.value, end: count.end };
}

function readNumber(line: string, at: number): { value: number; end: number } | null {
  let value = 0;
  let end = at;
  for (; end - at < DIGITS_MAX; end++) {
    const digit = line.charCodeAt(end) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    value = value * 10 + digit;
  }
  return end === at ? null : { value, end };
}
