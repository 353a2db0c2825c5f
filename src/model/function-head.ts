import type { SourceFunction } from './source-file.ts';

/** Lines above a function's brace that its head may take. */
const HEAD_LINES = 12;

/** Of the lines of its file, those from the function's type to its body's opening brace. */
export function headOf(lines: readonly string[], { line }: SourceFunction): readonly string[] {
  const above = lines.slice(Math.max(0, line - HEAD_LINES), line);
  const end = above.slice(0, -1).findLastIndex((text) => /^\s*$|^}|;\s*$/.test(text));
  return above.slice(end + 1);
}
