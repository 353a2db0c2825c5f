import type { Claim, Side } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { quoteOf } from './quote.ts';
import { overlaps, ownFactor, ownPercent, type Span, type StatedPair, statedSize } from './stated.ts';
import { figure, signedPercent } from './wording.ts';

/**
 * A stated figure that does not fit its own pair but fits another pair with one of the same sides: "2.4 % against
 * tasklets" that was computed against the hard interrupt handler.
 */
export function neighbourPair(
  pair: StatedPair,
  all: readonly Claim[],
  said: Span,
): readonly Finding[] | null {
  const sides = configurations(pair.claim, all);
  const found = pairsOf(sides)
    .filter(([before, after]) => sharesASide(pair, before, after))
    .find(([before, after]) => fits(pair, { before, after }, said));
  return found === undefined ? null : [mixed(pair, found)];
}

/** A stated figure that fits nothing near it but exactly another claim's figures: it may speak of that claim. */
export function strayPair(pair: StatedPair, all: readonly Claim[], said: Span): readonly Finding[] | null {
  const found = all.find(({ id, metric, before, after }) => {
    if (id === pair.claim.id || metric !== pair.claim.metric || before === null || after === null)
      return false;
    return isPositive(before, after) && fits(pair, { before, after }, said);
  });
  if (!found?.before || !found.after) return null;
  // The sentence stands at that claim already: it was only read twice.
  const isItsOwn = found.stated !== null && statedSize(found.stated) === statedSize(pair.stated);
  return isItsOwn ? [] : [mixed(pair, [found.before, found.after])];
}

type SidePair = readonly [before: Side, after: Side];

/** Every configuration measured in the same way as the claim: its own and those of the claims beside it. */
function configurations(claim: Claim, all: readonly Claim[]): readonly Side[] {
  const beside = all.filter(
    ({ metric, unit, quantity, group }) =>
      metric === claim.metric &&
      unit === claim.unit &&
      (quantity === claim.quantity || group === claim.group),
  );
  const sides = beside.flatMap(({ before, after, values }) => [before, after, ...values]);
  const byFigure = new Map(
    sides.flatMap((side) => (side === null ? [] : [[`${side.value} ${side.label}`, side]])),
  );
  return [...byFigure.values()].slice(0, MOST_CONFIGURATIONS);
}

/** Pairs grow with the square; a sweep with more columns is no place to guess a baseline. */
const MOST_CONFIGURATIONS = 12;

function pairsOf(sides: readonly Side[]): readonly SidePair[] {
  return sides.flatMap((before) =>
    sides
      .filter((after) => after !== before && isPositive(before, after))
      .map((after): SidePair => [before, after]),
  );
}

function isPositive(before: Side, after: Side): boolean {
  return before.value > 0 && after.value > 0;
}

/** Same direction as the claim, one side in common, and not the claim's own two the other way round. */
function sharesASide({ before, after }: StatedPair, from: Side, to: Side): boolean {
  const figures = [before.value, after.value];
  const shared = [from.value, to.value].filter((value) => figures.includes(value)).length;
  return shared === 1 && from.value > to.value === before.value > after.value;
}

function fits(
  { stated }: StatedPair,
  { before, after }: { readonly before: Side; readonly after: Side },
  said: Span,
): boolean {
  const own = stated.factor === null ? ownPercent(before, after) : ownFactor(before, after);
  return overlaps(own.span, said) && overlaps({ low: own.value, high: own.value }, said);
}

function mixed({ claim, stated, before }: StatedPair, [from, to]: SidePair): Finding {
  const other = 100 * (to.value / from.value - 1);
  const own = claim.deltaPercent ?? 0;
  return {
    kind: 'mixed-baseline',
    severity: 'info',
    text:
      `"${quoteOf(stated)}" fits ${named(from, claim)} → ${named(to, claim)} (${signedPercent(other)}); ` +
      `from ${named(before, claim)} the figures give ${signedPercent(own)}.`,
    numbers: { stated: stated.percent ?? stated.factor ?? 0, ownPercent: own, otherPercent: other },
  };
}

function named(side: Side, { unit }: Claim): string {
  const [label = ''] = side.label.split('(');
  return `${label.trim()} ${figure(side, unit)}`.trim();
}
