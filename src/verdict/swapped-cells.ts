import type { Claim } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { MAXIMUM, MINIMUM, type Statistic, statisticOf } from './statistic.ts';
import { figure } from './wording.ts';

/**
 * Statistics of one configuration that can not belong together: an average outside minimum and maximum, or percentiles
 * that do not rise. Two swapped cells or columns look like this.
 *
 * @returns  findings by the id of the claim that is out of place
 */
export function auditOrder(claims: readonly Claim[]): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, readonly Finding[]>();
  for (const block of blocksOf(claims)) {
    for (const end of ['before', 'after'] as const) {
      for (const [id, finding] of outOfOrder(block, end)) found.set(id, [...(found.get(id) ?? []), finding]);
    }
  }
  return found;
}

/** Statistics of the same thing in the same group, at most one claim for each: a group may hold several runs. */
function blocksOf(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  const blocks = new Map<string, Claim[]>();
  const open = new Map<string, number>();
  for (const claim of claims) {
    const statistic = statisticOf(claim);
    if (claim.group === null || (!statistic.isAverage && statistic.percentile === null)) continue;
    const series = [claim.group, claim.where.messageId, statistic.of, claim.metric, claim.baseUnit].join(
      '\n',
    );
    const isRepeated = (blocks.get(`${series} ${open.get(series) ?? 0}`) ?? []).some(
      ({ quantity }) => quantity === claim.quantity,
    );
    if (isRepeated) open.set(series, (open.get(series) ?? 0) + 1);
    const block = `${series} ${open.get(series) ?? 0}`;
    blocks.set(block, [...(blocks.get(block) ?? []), claim]);
  }
  return [...blocks.values()];
}

function outOfOrder(
  block: readonly Claim[],
  end: 'before' | 'after',
): readonly (readonly [string, Finding])[] {
  const shown = block.flatMap((claim) => {
    const side = claim[end];
    return side === null ? [] : [{ claim, side, statistic: statisticOf(claim) }];
  });
  return shown.flatMap((upper) => {
    const lower = shown.find(
      (other) => mustRise(other.statistic, upper.statistic) && other.side.base > upper.side.base,
    );
    if (lower === undefined) return [];
    const names = [upper, lower].map(({ claim, side }) => `${claim.quantity} ${figure(side, claim.unit)}`);
    return [[upper.claim.id, orderFinding(names, [lower.side.base, upper.side.base])] as const];
  });
}

/** An average stands between minimum and maximum, but may lie above or below any percentile. */
function mustRise(lower: Statistic, upper: Statistic): boolean {
  if (lower.isAverage) return !upper.isAverage && upper.percentile === MAXIMUM;
  if (upper.isAverage) return lower.percentile === MINIMUM;
  return lower.percentile !== null && upper.percentile !== null && lower.percentile < upper.percentile;
}

function orderFinding([upper, lower]: readonly string[], [low = 0, high = 0]: readonly number[]): Finding {
  return {
    kind: 'stated-mismatch',
    severity: 'warning',
    text: `${upper} lies below ${lower} of the same configuration. Are two cells or columns swapped?`,
    numbers: { lower: low, upper: high },
  };
}
