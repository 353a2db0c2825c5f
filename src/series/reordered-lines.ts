import type { Problem } from '../problem.ts';
import type { FileDiff } from './series.ts';

/** Signs that show what follows in another order than it is read. Source: Unicode, UAX 9; CVE-2021-42574. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

/** For each file whose diff holds a sign that turns the reading direction, the first line that does. */
export function reorderedLines(text: string, files: readonly FileDiff[]): readonly Problem[] {
  if (!REORDERING.test(text)) return [];
  return files.flatMap(({ path, hunks }): readonly Problem[] => {
    const lines = hunks.flatMap((hunk) => hunk.lines);
    const found = lines.find((line) => REORDERING.test(line.text));
    return found === undefined ? [] : [{ code: 'diff-reordered', path, at: found.at }];
  });
}
