import { tQuantile, tTail, tTwoSided } from './student-t.ts';

/** Independent runs of one configuration. `sd` is the standard deviation of single runs. */
export interface Runs {
  readonly mean: number;
  readonly sd: number;
  readonly runs: number;
}

export interface Welch {
  /** after - before. */
  readonly difference: number;
  readonly standardError: number;
  readonly t: number;
  readonly df: number;
  /** Two-sided. */
  readonly p: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Welch's t test of two means with unequal spread, the only rule of those in use that keeps its level with few runs.
 * Two sides without any spread give p = 1 when equal and p = 0 otherwise.
 *
 * @throws RangeError  with fewer than two runs on a side: there is no spread to judge by
 */
export function welch(before: Runs, after: Runs): Welch {
  if (before.runs < 2 || after.runs < 2) throw new RangeError('Welch needs two runs on each side');
  const left = (before.sd * before.sd) / before.runs;
  const right = (after.sd * after.sd) / after.runs;
  const difference = after.mean - before.mean;
  const standardError = Math.sqrt(left + right);
  if (standardError === 0) return exact(difference, before.runs + after.runs - 2);
  const df = (left + right) ** 2 / (left ** 2 / (before.runs - 1) + right ** 2 / (after.runs - 1));
  const t = difference / standardError;
  return { difference, standardError, t, df, p: tTwoSided(t, df) };
}

/** Confidence interval of after - before, `level` 0.95 for 95 %. */
export function differenceInterval(before: Runs, after: Runs, level: number): Interval {
  const { difference, standardError, df } = welch(before, after);
  const reach = tQuantile((1 + level) / 2, df) * standardError;
  return { low: difference - reach, high: difference + reach };
}

/**
 * Two one-sided tests: p for "the difference lies within -margin..margin". A small p shows equality;
 * a large p of `welch` does not.
 *
 * @param margin  > 0, in the unit of the means
 */
export function equivalence(before: Runs, after: Runs, margin: number): { readonly p: number } {
  const { difference, standardError, df } = welch(before, after);
  if (standardError === 0) return { p: Math.abs(difference) < margin ? 0 : 1 };
  const aboveLow = tTail((difference + margin) / standardError, df);
  const belowHigh = tTail((margin - difference) / standardError, df);
  return { p: Math.max(aboveLow, belowHigh) };
}

function exact(difference: number, df: number): Welch {
  const t = difference === 0 ? 0 : Math.sign(difference) * Infinity;
  return { difference, standardError: 0, t, df, p: difference === 0 ? 1 : 0 };
}
