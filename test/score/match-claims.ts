import type { Claim, Side } from '../../src/claims/claim.ts';
import { unitSpelling } from '../../src/units/unit-spellings.ts';
import type { LabelledClaim } from './labels.ts';

export interface Matched {
  readonly hits: readonly { readonly label: LabelledClaim; readonly claim: Claim }[];
  readonly misses: readonly LabelledClaim[];
  readonly extras: readonly Claim[];
}

/** Labels round and respell units, so figures agree when they differ by less than this. */
const TOLERANCE = 0.005;

/** Pairs labels with claims one to one: value(s), unit and side must be right. */
export function matchClaims(labels: readonly LabelledClaim[], claims: readonly Claim[]): Matched {
  const left = new Set(claims);
  const hits: { label: LabelledClaim; claim: Claim }[] = [];
  const misses: LabelledClaim[] = [];
  for (const label of labels) {
    const claim = [...left].find((one) => agrees(label, one));
    if (claim) {
      left.delete(claim);
      hits.push({ label, claim });
    } else misses.push(label);
  }
  return { hits, misses, extras: claims.filter((claim) => left.has(claim)) };
}

function agrees(label: LabelledClaim, claim: Claim): boolean {
  if (label.baseline === null && label.patched === null) return agreesInWords(label, claim);
  if (label.stated_factor !== undefined && label.unit === 'x')
    return claim.stated?.factor === label.stated_factor;
  const unit = unitSpelling(label.unit);
  if (unit && unit.base !== claim.baseUnit && claim.unit !== label.unit) return false;
  return isSide(label.baseline, claim.before, label.unit) && isSide(label.patched, claim.after, label.unit);
}

/** A label without figures: the stated percentage, or for a numberless claim the line it stands on. */
function agreesInWords(label: LabelledClaim, claim: Claim): boolean {
  // A person writes down "no difference" as 0 %; the mail has no number there, and the reader gives none.
  const isNoChange = claim.kind === 'qualitative' && claim.stated?.direction === null;
  if (label.delta_percent_as_stated === 0 && isNoChange) return isOnLine(label, claim);
  if (label.delta_percent_as_stated !== null && label.unit !== 'qualitative') {
    const sign = claim.stated?.direction === 'down' ? -1 : 1;
    return (
      claim.kind === 'stated-only' &&
      sign * (claim.stated?.percent ?? Number.NaN) === label.delta_percent_as_stated
    );
  }
  return claim.kind === 'qualitative' && isOnLine(label, claim);
}

function isOnLine({ line }: LabelledClaim, { where }: Claim): boolean {
  return line.includes(where.text) || where.text.includes(line);
}

function isSide(value: number | null, side: Side | null, unit: string): boolean {
  if (value === null || side === null) return value === null && side === null;
  const factor = unitSpelling(unit)?.factor ?? 1;
  return isNear(value, side.value) || isNear(value * factor, side.base);
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}
