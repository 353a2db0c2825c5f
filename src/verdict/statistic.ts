import type { Claim } from '../claims/claim.ts';

/** What a claim's quantity says of the statistic it is. */
export interface Statistic {
  /** "read", "write lat": what is measured, without the statistic's own name. */
  readonly of: string;
  readonly isAverage: boolean;
  /** Minimum 0, median 50, p99 99, maximum 100; null for an average and for a figure that names no statistic. */
  readonly percentile: number | null;
}

export const MINIMUM = 0;
export const MAXIMUM = 100;

/** Reads "read lat avg", "p99", "min": a quantity in the words of benchmark programs and authors. */
export function statisticOf({ quantity }: Claim): Statistic {
  const words = quantity
    .toLowerCase()
    .split(/[^a-z\d.]+/)
    .filter((word) => word !== '');
  const ranks = words.map(percentileOf);
  return {
    of: words.filter((word, index) => !AVERAGES.includes(word) && ranks[index] === null).join(' '),
    isAverage: words.some((word) => AVERAGES.includes(word)),
    percentile: ranks.find((rank) => rank !== null) ?? null,
  };
}

const AVERAGES = ['avg', 'average', 'mean'];

function percentileOf(word: string): number | null {
  if (word === 'min' || word === 'minimum') return MINIMUM;
  if (word === 'max' || word === 'maximum') return MAXIMUM;
  if (word === 'median') return 50;
  const percentile = /^p(\d{1,2}(?:\.\d{1,4})?)$/.exec(word)?.[1];
  return percentile === undefined ? null : Number(percentile);
}
