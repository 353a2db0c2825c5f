import { ascending, percentile } from '../stats/percentile.ts';

/** What an interval says of a change: nothing beyond the margin, a direction, or neither. */
export type Direction = 'none' | 'up' | 'down' | 'open';

export function directionOf(low: number, high: number, margin: number): Direction {
  if (low >= -margin && high <= margin) return 'none';
  if (low > 0) return 'up';
  return high < 0 ? 'down' : 'open';
}

/**
 * Whether more draws could still turn the direction of the 5 to 95 % interval: each end is known only up to its own
 * sampling error, and the direction must be the same wherever within it the ends lie.
 */
export function isDecided(deltasPercent: readonly number[], marginPercent: number): boolean {
  const sorted = ascending(deltasPercent);
  const lows = reachOf(sorted, 0.05);
  const highs = reachOf(sorted, 0.95);
  const directions = new Set(
    lows.flatMap((low) => highs.map((high) => directionOf(low, high, marginPercent))),
  );
  return directions.size === 1;
}

/** 95 % interval of a quantile, by the binomial spread of its rank. */
function reachOf(sorted: Float64Array, p: number): readonly number[] {
  const error = 1.96 * Math.sqrt((p * (1 - p)) / sorted.length);
  return [p - error, p + error].map((q) => percentile(sorted, Math.min(1, Math.max(0, q))));
}
