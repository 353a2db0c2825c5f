import type { Claim } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';

/**
 * Statistics of one configuration that can not belong together: an average outside minimum and maximum, or percentiles
 * that do not rise. Two swapped cells or columns look like this.
 *
 * @returns  findings by the id of the claim that is out of place
 */
export function auditOrder(claims: readonly Claim[]): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, readonly Finding[]>();
  for (const group of new Set(claims.map((claim) => claim.group))) {
    if (group === null) continue;
    const members = claims.filter((claim) => claim.group === group);
    for (const end of ['before', 'after'] as const) {
      for (const [id, finding] of outOfOrder(members, end))
        found.set(id, [...(found.get(id) ?? []), finding]);
    }
  }
  return found;
}

interface Ranked {
  readonly claim: Claim;
  /** From 0, the minimum, to 100, the maximum. */
  readonly rank: number;
  /** An average stands between minimum and maximum, but may lie above or below any percentile. */
  readonly isAverage: boolean;
  readonly base: number;
  readonly shown: string;
}

function outOfOrder(
  members: readonly Claim[],
  end: 'before' | 'after',
): readonly (readonly [string, Finding])[] {
  const ranked = members.flatMap((claim) => rankOf(claim, end) ?? []);
  return ranked.flatMap((upper) => {
    const lower = ranked.find((other) => mustRise(other, upper) && other.base > upper.base);
    return lower === undefined ? [] : [[upper.claim.id, orderFinding(lower, upper)] as const];
  });
}

function mustRise(lower: Ranked, upper: Ranked): boolean {
  if (lower.rank >= upper.rank || seriesOf(lower.claim) !== seriesOf(upper.claim)) return false;
  if (lower.isAverage) return upper.rank === MAXIMUM;
  return !upper.isAverage || lower.rank === MINIMUM;
}

const MINIMUM = 0;
const MAXIMUM = 100;

function orderFinding(lower: Ranked, upper: Ranked): Finding {
  return {
    kind: 'stated-mismatch',
    severity: 'warning',
    text:
      `${upper.claim.quantity} ${upper.shown} lies below ${lower.claim.quantity} ${lower.shown} of the same ` +
      'configuration. Are two cells or columns swapped?',
    numbers: { lower: lower.base, upper: upper.base },
  };
}

/** A statistic's place between minimum and maximum; null for a claim that is no statistic. */
function rankOf(claim: Claim, end: 'before' | 'after'): Ranked | null {
  const side = claim[end];
  const words = wordsOf(claim.quantity);
  const isAverage = words.some((word) => AVERAGES.includes(word));
  const rank = isAverage ? 50 : words.map(statisticRank).find((each) => each !== null);
  if (side === null || rank === undefined || rank === null) return null;
  return { claim, rank, isAverage, base: side.base, shown: `${side.value} ${claim.unit}` };
}

function wordsOf(quantity: string): readonly string[] {
  return quantity.toLowerCase().split(/[^a-z\d.]+/);
}

const AVERAGES = ['avg', 'average', 'mean'];

function statisticRank(word: string): number | null {
  if (word === 'min' || word === 'minimum') return MINIMUM;
  if (word === 'max' || word === 'maximum') return MAXIMUM;
  if (word === 'median') return 50;
  const percentile = /^p(\d{1,2}(?:\.\d{1,4})?)$/.exec(word)?.[1];
  return percentile === undefined ? null : Number(percentile);
}

/** What the statistic is of: the quantity without the statistic's name, with its unit. */
function seriesOf({ quantity, baseUnit, metric }: Claim): string {
  const rest = wordsOf(quantity).filter((word) => !AVERAGES.includes(word) && statisticRank(word) === null);
  return `${rest.join(' ')} ${baseUnit} ${metric}`;
}
