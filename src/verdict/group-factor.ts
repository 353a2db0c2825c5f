import type { Claim } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { ratioWithError } from '../stats/ratio.ts';
import { quoteOf } from './quote.ts';
import { inBase, overlaps, ownFactor, type StatedPair, statedPair, statedSpan } from './stated.ts';
import type { VerdictSettings } from './verdict.ts';
import { rounded } from './wording.ts';

/**
 * A factor stated for one claim of a group speaks of the whole group when rate and time measure the same transfer:
 * "5 times" that fits the rates and not the times says which of the two to look at again.
 */
export function auditGroupFactor(
  claim: Claim,
  all: readonly Claim[],
  settings: VerdictSettings,
): readonly Finding[] {
  if (claim.group === null || claim.stated !== null) return [];
  const stated = all
    .filter((other) => isCounterpart(claim, other))
    .map(statedPair)
    .find((pair) => pair !== null);
  const pair = stated?.stated.factor ? statedPair({ ...claim, stated: stated.stated }) : null;
  if (stated === undefined || pair === null) return [];
  const said = statedSpan(stated.stated, settings);
  const fits = overlaps(ownFactor(stated.before, stated.after).span, said);
  if (!fits || overlaps(ownFactor(pair.before, pair.after).span, said)) return [];
  return [misfit(stated, pair)];
}

/** The rate of a time, or the time of a rate, in the same group. */
function isCounterpart(claim: Claim, other: Claim): boolean {
  const metrics = [claim.metric, other.metric].sort().join(' ');
  return other.group === claim.group && metrics === 'throughput time';
}

function misfit(stated: StatedPair, pair: StatedPair): Finding {
  const quote = quoteOf(stated.stated);
  return {
    kind: 'stated-mismatch',
    severity: 'warning',
    text:
      `"${quote}" fits the ${stated.claim.quantity} (${times(stated)}), ` +
      `not the ${pair.claim.quantity} as printed (${times(pair)}).`,
    numbers: {
      stated: stated.stated.factor ?? 0,
      fitting: ownFactor(stated.before, stated.after).value,
      own: ownFactor(pair.before, pair.after).value,
    },
  };
}

/** "5.76 ± 1.15": the larger side over the smaller. */
function times({ before, after }: StatedPair): string {
  const [small, large] = after.base >= before.base ? [before, after] : [after, before];
  const { value, error } = ratioWithError(inBase(small), inBase(large));
  return error === 0 ? rounded(value, 3) : `${rounded(value, 3)} ± ${rounded(error, 3)}`;
}
