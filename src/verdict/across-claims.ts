import type { Claim } from '../claims/claim.ts';
import { holm } from '../stats/holm.ts';
import { plusMinusReadings } from '../stats/plus-minus.ts';
import { hasSpread } from './noise.ts';
import { quoteOf } from './quote.ts';
import { inBase, overlaps, statedSpan } from './stated.ts';
import type { SeriesFinding, VerdictSettings } from './verdict.ts';
import { count, rounded } from './wording.ts';

/**
 * Several comparisons of one mail, each of which may look significant by chance: Holm's correction over those whose ±
 * and runs the mail explains. Names the ones that are significant alone and not among the others.
 */
export function auditMany(claims: readonly Claim[]): readonly SeriesFinding[] {
  const tested = claims.flatMap((claim) => {
    const p = pValueOf(claim);
    return p === null ? [] : [{ claim, p }];
  });
  const adjusted = holm(tested.map(({ p }) => p));
  const lost = tested.flatMap(({ claim, p }, index) => {
    const among = adjusted[index] ?? 1;
    return p < LEVEL && among >= LEVEL ? [{ claim, p, among }] : [];
  });
  return lost.map(({ claim, p, among }) => ({
    kind: 'within-noise',
    severity: 'info',
    text:
      `${claim.quantity} is significant alone (p = ${rounded(p, 2)}), but not as one of ` +
      `${count(tested.length)} comparisons (Holm: ${rounded(among, 2)}).`,
    numbers: { p, adjustedP: among, comparisons: tested.length },
    claims: [claim.id],
  }));
}

const LEVEL = 0.05;

/** Welch's p where the mail says what its ± is and how many runs are behind it; null elsewhere. */
function pValueOf(claim: Claim): number | null {
  const { before, after } = claim;
  if (before === null || after === null || !hasSpread(claim)) return null;
  const sides = [before, after].map((side) => ({
    ...inBase(side),
    kind: side.errorKind === 'unspecified' ? null : side.errorKind,
    runs: side.runs,
  }));
  const [one, two] = sides;
  const isExplained = sides.every(({ kind, runs, error }) => kind !== null && (runs ?? 0) >= 2 && error > 0);
  return one && two && isExplained ? (plusMinusReadings(one, two, []).tried[0]?.p ?? null) : null;
}

/**
 * A gain that is stated otherwise in another mail of the thread: five times in the first version, 3.3 in the sixth.
 * The later mail need not be at fault; the reader should know which figure is current.
 */
export function auditDrift(claims: readonly Claim[], settings: VerdictSettings): readonly SeriesFinding[] {
  const stated = claims.filter((claim) => claim.stated !== null);
  return stated.flatMap((later, index) => {
    const earlier = stated.slice(0, index).find((claim) => isSameElsewhere(claim, later));
    return earlier === undefined ? [] : driftBetween(earlier, later, settings);
  });
}

function isSameElsewhere(earlier: Claim, later: Claim): boolean {
  const keyOf = ({ quantity, metric, workload, machine, stated }: Claim): string =>
    [quantity.toLowerCase(), metric, workload, machine, stated?.factor == null].join('\n');
  return earlier.where.messageId !== later.where.messageId && keyOf(earlier) === keyOf(later);
}

function driftBetween(earlier: Claim, later: Claim, settings: VerdictSettings): readonly SeriesFinding[] {
  if (earlier.stated === null || later.stated === null) return [];
  if (overlaps(statedSpan(earlier.stated, settings), statedSpan(later.stated, settings))) return [];
  return [
    {
      kind: 'mixed-baseline',
      severity: 'info',
      text:
        `the stated change of ${later.quantity} moves between the mails: "${quoteOf(earlier.stated)}", ` +
        `then "${quoteOf(later.stated)}".`,
      numbers: {
        earlier: earlier.stated.percent ?? earlier.stated.factor ?? 0,
        later: later.stated.percent ?? later.stated.factor ?? 0,
      },
      claims: [earlier.id, later.id],
    },
  ];
}
