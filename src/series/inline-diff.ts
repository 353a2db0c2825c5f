import type { Problem } from '../problem.ts';
import { type ParsedDiff, parseDiff } from './diff.ts';
import { mendDiff } from './mend-diff.ts';
import type { FileDiff } from './series.ts';

export interface InlineDiff {
  readonly files: readonly FileDiff[];
  /** Index of the first line of the diff. */
  readonly start: number;
  readonly end: number;
  /** Every line is as it was sent. */
  readonly isWhole: boolean;
  readonly problems: readonly Problem[];
}

/**
 * Reads the diff that stands among lines without quote marks. Where it does not close as it is, it is mended if that
 * leaves less damage: first the no-break spaces that some mailers write for blanks, then wrapped lines.
 * Null when there is none.
 */
export function readInlineDiff(lines: readonly string[], messageId: string | null): InlineDiff | null {
  const parsed = parseDiff({ lines, numbers: null, messageId });
  if (parsed.files.length === 0) return null;
  const first = lines.findIndex((line) => line.startsWith('diff --git '));
  const start = first < 0 ? parsed.start : Math.min(first, parsed.start);
  const isBroken = parsed.problems.length > 0 || start !== parsed.start;
  if (!isBroken && !parsed.isLoose) return { ...parsed, isWhole: true };
  const attempts = [withJoins(lines.slice(start), start, messageId), withBlanks(lines, messageId)];
  const best = attempts.reduce((least, other) => (damageOf(other) < damageOf(least) ? other : least));
  if (!isBroken && damageOf(best) > 0) return { ...parsed, isWhole: true };
  const { files, problems } = damageOf(best) <= damageOf(parsed) ? best : parsed;
  return { files, problems, start, end: parsed.end, isWhole: problems.length === 0 };
}

type Attempt = Pick<ParsedDiff, 'files' | 'problems'>;

function damageOf({ problems }: Attempt): number {
  return problems.filter((problem) => problem.code === 'diff-damaged').length;
}

/** No-break spaces taken for the blanks they stand for. */
function withBlanks(lines: readonly string[], messageId: string | null): Attempt {
  const blanked = lines.map((line) => line.replaceAll('\u00a0', ' '));
  const parsed = parseDiff({ lines: blanked, numbers: null, messageId });
  const problems = parsed.files.map((file): Problem => {
    const at = file.hunks[0]?.at ?? { messageId, line: null };
    return { code: 'diff-mended', path: file.path, how: 'no-break spaces were read as blanks', at };
  });
  return { files: parsed.files, problems: [...parsed.problems, ...problems] };
}

function withJoins(lines: readonly string[], start: number, messageId: string | null): Attempt {
  return mendDiff(
    lines.map((text, index) => ({ text, line: start + index + 1, isAfterGap: false, isBeforeGap: false })),
    messageId,
  );
}
