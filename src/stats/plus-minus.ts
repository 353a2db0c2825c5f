import { tQuantile } from './student-t.ts';
import { differenceInterval, type Interval, type Runs, welch } from './welch.ts';

/** A figure with its ±, as read from a text. */
export interface PlusMinus {
  readonly value: number;
  readonly error: number;
  /** null until the text says what the ± is. */
  readonly kind: ErrorBar | null;
  readonly runs: number | null;
}

export type ErrorBar = 'sd' | 'se' | 'ci95' | 'range';

/** One way to understand both ± of a comparison, and what Welch's test says then. */
export interface Reading {
  readonly kind: ErrorBar;
  readonly runs: number;
  readonly p: number;
  /** 95 % interval of the difference, in percent of before. */
  readonly percent: Interval;
}

export interface Readings {
  /** Is the difference significant at 5 %: under every reading tried, under none, or does it depend on the reading? */
  readonly significant: 'all' | 'none' | 'some';
  readonly tried: readonly Reading[];
}

/**
 * Tries every reading of ± that the text leaves open: standard deviation, standard error and 95 % interval, each with
 * the numbers of runs given. A kind or a number of runs that the text states is the only one tried.
 *
 * @param possibleRuns  numbers of runs to try where the text does not say, each >= 2; config/noise.json
 */
export function plusMinusReadings(
  before: PlusMinus,
  after: PlusMinus,
  possibleRuns: readonly number[],
): Readings {
  const stated = before.kind ?? after.kind;
  const kinds: readonly ErrorBar[] = stated === null ? ['sd', 'se', 'ci95'] : [stated];
  const counts = runsToTry(before, after, possibleRuns);
  const tried = kinds.flatMap((kind) => counts.map((runs) => readAs(kind, runs, { before, after })));
  const hits = tried.filter((reading) => reading.p < 0.05).length;
  return { significant: hits === 0 ? 'none' : hits === tried.length ? 'all' : 'some', tried };
}

/** A single run has no spread of its own: a stated 1 is no help in reading the ±. */
function runsToTry(before: PlusMinus, after: PlusMinus, possibleRuns: readonly number[]): readonly number[] {
  const stated = before.runs ?? after.runs;
  return stated !== null && stated >= 2 ? [stated] : possibleRuns;
}

function readAs(
  kind: ErrorBar,
  runs: number,
  pair: { readonly before: PlusMinus; readonly after: PlusMinus },
): Reading {
  const before = asRuns(pair.before, kind, runs);
  const after = asRuns(pair.after, kind, runs);
  const { low, high } = differenceInterval(before, after, 0.95);
  const scale = 100 / before.mean;
  return { kind, runs, p: welch(before, after).p, percent: { low: low * scale, high: high * scale } };
}

function asRuns(side: PlusMinus, kind: ErrorBar, fallbackRuns: number): Runs {
  const runs = side.runs !== null && side.runs >= 2 ? side.runs : fallbackRuns;
  return { mean: side.value, sd: standardDeviation(side.error, side.kind ?? kind, runs), runs };
}

function standardDeviation(error: number, kind: ErrorBar, runs: number): number {
  switch (kind) {
    case 'sd':
      return error;
    case 'se':
      return error * Math.sqrt(runs);
    case 'ci95':
      return (error * Math.sqrt(runs)) / tQuantile(0.975, runs - 1);
    case 'range':
      return (2 * error) / expectedRange(runs);
  }
}

/** Mean range of n normal values in standard deviations; beyond the table the last entry, which overstates the spread. */
function expectedRange(runs: number): number {
  const row = EXPECTED_RANGES.findLast(([count]) => count <= runs);
  return row?.[1] ?? 1;
}

/** Source: the d2 constants of control charts. */
const EXPECTED_RANGES: readonly (readonly [runs: number, range: number])[] = [
  [2, 1.128],
  [3, 1.693],
  [4, 2.059],
  [5, 2.326],
  [6, 2.534],
  [7, 2.704],
  [8, 2.847],
  [9, 2.97],
  [10, 3.078],
  [15, 3.472],
  [20, 3.735],
  [25, 3.931],
  [30, 4.086],
];
