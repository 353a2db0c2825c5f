import { groupBy } from './group-by.ts';
import type { Placed } from './placed-sample.ts';

const MEAN = /\b(?:average|avg|mean)\b/i;

/** Samples without the single runs of which a mean stands beside them; the mean knows how many they were. */
export function withoutSingleRuns(placed: readonly Placed[]): readonly Placed[] {
  return withoutRuns(withoutRunLists(placed));
}

/** A list of runs goes when its mean stands beside it; the mean knows how many they were. */
function withoutRunLists(placed: readonly Placed[]): readonly Placed[] {
  return placed.flatMap((one, at) => {
    if (one.sample.runs !== null) {
      const next = placed[at + 1];
      return next && MEAN.test(next.name) && next.configuration === one.configuration ? [] : [one];
    }
    const before = placed[at - 1];
    const runs =
      MEAN.test(one.name) && before?.configuration === one.configuration ? before.sample.runs : null;
    return [runs === null ? one : { ...one, sample: { ...one.sample, runs } }];
  });
}

/**
 * Runs one by one ("Run#1", "Run#2") go when their mean stands beside them under the same configuration; the mean
 * knows how many they were.
 */
function withoutRuns(placed: readonly Placed[]): readonly Placed[] {
  const keyOf = (one: Placed): string =>
    [
      one.configuration.line.number,
      one.name,
      ...one.titles.filter((title) => !isRun(title) && !MEAN.test(title)),
    ].join('\n');
  return [...groupBy(placed, keyOf).values()].flatMap((group) => {
    const runs = group.filter((one) => one.titles.some(isRun)).length;
    const means = group.filter(
      (one) => !one.titles.some(isRun) && one.titles.some((title) => MEAN.test(title)),
    );
    if (runs === 0 || means.length === 0) return group;
    return means.map((one) => ({ ...one, sample: { ...one.sample, runs } }));
  });
}

function isRun(title: string): boolean {
  return /^(?:run|round|iteration|pass|try|test) ?#? ?\d{1,3}\b/.test(title);
}
