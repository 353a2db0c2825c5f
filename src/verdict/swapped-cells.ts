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
  readonly rank: number;
  readonly base: number;
  readonly shown: string;
}

function outOfOrder(
  members: readonly Claim[],
  end: 'before' | 'after',
): readonly (readonly [string, Finding])[] {
  const ranked = members.flatMap((claim) => rankOf(claim, end) ?? []).sort((a, b) => a.rank - b.rank);
  const series = new Set(ranked.map(({ claim }) => seriesOf(claim)));
  return [...series].flatMap((name) => {
    const row = ranked.filter(({ claim }) => seriesOf(claim) === name);
    return row.slice(1).flatMap((upper, index) => {
      const lower = row[index];
      if (lower === undefined || lower.rank === upper.rank || lower.base <= upper.base) return [];
      return [[upper.claim.id, orderFinding(lower, upper)] as const];
    });
  });
}

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

/** A statistic's place between minimum (0) and maximum (100); null for a claim that is no statistic. */
function rankOf(claim: Claim, end: 'before' | 'after'): Ranked | null {
  const side = claim[end];
  const rank = statisticRank(claim.quantity);
  if (side === null || rank === null) return null;
  return { claim, rank, base: side.base, shown: `${side.value} ${claim.unit}` };
}

function statisticRank(quantity: string): number | null {
  const words = quantity.toLowerCase().split(/[^a-z0-9.]+/);
  if (words.includes('min') || words.includes('minimum')) return 0;
  if (words.includes('max') || words.includes('maximum')) return 100;
  const percentile = words.map((word) => /^p(\d{1,2}(?:\.\d{1,4})?)$/.exec(word)?.[1]).find((rank) => rank);
  return percentile === undefined ? null : Number(percentile);
}

/** What the statistic is of: the quantity without the statistic's name, with its unit. */
function seriesOf({ quantity, baseUnit, metric }: Claim): string {
  const rest = quantity
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter(
      (word) => !/^(?:min|minimum|max|maximum|avg|average|mean|median|p\d{1,2}(?:\.\d{1,4})?)$/.test(word),
    );
  return `${rest.join(' ')} ${baseUnit} ${metric}`;
}
