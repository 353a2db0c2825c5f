import type { Percentiles, Replayed } from '../../src/replay/replay.ts';
import { noiseReachPercent } from '../../src/stats/detectable.ts';
import type { Row } from './rows.ts';

/** What became of one row. */
export interface Scored {
  readonly row: Row;
  readonly measuredPercent: number | null;
  /** The model's interval; null for a row that is not played. */
  readonly predicted: Percentiles | null;
  /** The median lies where it should. */
  readonly isInside: boolean;
  /** The interval, widened by what the model leaves out and by the noise of the benchmark, holds the measurement. */
  readonly isCovered: boolean;
  /** The model says what the measurement showed: a direction of its own sign, or nothing beyond the margin. */
  readonly isFound: boolean;
}

export interface ScoreBy {
  readonly marginPercent: number;
  /** Of single runs, where the row gives none of its own. */
  readonly cvPercent: number;
  /** Spread of the model's own error, as a factor on the difference: exp(1.645 * sigma) at 95 %. */
  readonly discrepancySigma: number;
}

export function score(row: Row, replayed: Replayed | null, by: ScoreBy): Scored {
  const measuredPercent = row.played?.claim.deltaPercent ?? null;
  if (replayed === null || replayed.did === 'not' || measuredPercent === null) {
    return { row, measuredPercent, predicted: null, isInside: false, isCovered: false, isFound: false };
  }
  return scorePrediction(row, { predicted: replayed.replay.deltaPercent, measuredPercent }, by);
}

/** The same for what was foreseen without a replay. */
export function scorePrediction(
  row: Row,
  { predicted, measuredPercent }: { readonly predicted: Percentiles; readonly measuredPercent: number },
  by: ScoreBy,
): Scored {
  const { low, high } = row.tolerance;
  return {
    row,
    measuredPercent,
    predicted,
    isInside: predicted.p50 >= low && predicted.p50 <= high,
    isCovered: covers(widened(predicted, row, by), measuredPercent),
    isFound: finds(predicted, measuredPercent, { row, margin: by.marginPercent }),
  };
}

interface Share {
  readonly hits: number;
  readonly of: number;
}

export interface Summary {
  readonly insideHold: Share;
  readonly coveredHold: Share;
  /** The same without rows of `open`: what they show is a gain that no modelled mechanism gives. */
  readonly coveredExplained: Share;
  readonly effectFound: Share;
  readonly noEffectFound: Share;
}

/** Shares over the rows that were played and that no cost rests on: what was used to set a prior proves nothing. */
export function summarizeScores(scores: readonly Scored[]): Summary {
  const played = scores.filter(({ predicted }) => predicted !== null);
  const hold = played.filter(({ row }) => row.role === 'HOLD');
  const showing = (shows: Row['shows']): readonly Scored[] => hold.filter(({ row }) => row.shows === shows);
  return {
    insideHold: share(hold, ({ isInside }) => isInside),
    coveredHold: share(hold, ({ isCovered }) => isCovered),
    coveredExplained: share(
      hold.filter(({ row }) => row.shows !== 'open'),
      ({ isCovered }) => isCovered,
    ),
    effectFound: share(showing('effect'), ({ isFound }) => isFound),
    noEffectFound: share(showing('no-effect'), ({ isFound }) => isFound),
  };
}

function share(scores: readonly Scored[], isHit: (scored: Scored) => boolean): Share {
  return { hits: scores.filter(isHit).length, of: scores.length };
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

function widened({ p05, p95 }: Percentiles, { cvPercent, played }: Row, by: ScoreBy): Interval {
  const factor = Math.exp(1.645 * by.discrepancySigma);
  const stretched = (delta: number, out: number): number =>
    delta * out > 0 ? delta * factor : delta / factor;
  const runs = played?.claim.before?.runs ?? 1;
  const level = Math.max(1, 1 + p95 / 100);
  const noise = (level * noiseReachPercent(cvPercent ?? by.cvPercent)) / Math.sqrt(runs);
  return { low: stretched(p05, -1) - noise, high: stretched(p95, 1) + noise };
}

function covers({ low, high }: Interval, measured: number): boolean {
  return measured >= low && measured <= high;
}

function finds(
  { p05, p95 }: Percentiles,
  measured: number,
  { row, margin }: { readonly row: Row; readonly margin: number },
): boolean {
  if (row.shows === 'no-effect') return p05 >= -margin && p95 <= margin;
  return measured < 0 ? p95 < 0 : p05 > 0;
}
