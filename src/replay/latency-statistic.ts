import type { Claim } from '../claims/claim.ts';
import type { Latency } from '../simulator/measurement.ts';

/**
 * Which of a run's latencies a claim speaks of: "read p99" the p99, "worst case" the largest, and the mean where it names
 * none. A rank between those that a run keeps goes to the next one above.
 */
export function latencyStatistic({ quantity }: Claim): keyof Latency {
  const words = quantity.toLowerCase().split(/[^a-z\d.]+/);
  if (words.some((word) => LARGEST.includes(word))) return 'max';
  const rank = words.map(rankOf).find((found) => found !== null) ?? null;
  if (rank === null) return 'mean';
  if (rank <= 50) return 'p50';
  return rank <= 99 ? 'p99' : 'max';
}

const LARGEST = ['max', 'maximum', 'worst', 'longest', 'peak'];

function rankOf(word: string): number | null {
  if (word === 'median') return 50;
  const digits =
    /^p(\d{1,2}(?:\.\d{1,4})?)$/.exec(word)?.[1] ?? /^(\d{1,2}(?:\.\d{1,4})?)th$/.exec(word)?.[1];
  return digits === undefined ? null : Number(digits);
}
