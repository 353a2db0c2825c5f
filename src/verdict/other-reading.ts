import type { Finding } from '../claims/finding.ts';
import { quoteOf } from './quote.ts';
import { overlaps, ownPercent, type Span, type StatedPair } from './stated.ts';
import { plainPercent, signedPercent } from './wording.ts';

/**
 * The stated figure may be right in another sense: percentage points, the share that is left, a gain in speed for a
 * time, or percent of the new value.
 *
 * @returns  no finding for a sense that the words carry, an info for one they leave open, null when none fits
 */
export function otherReading(pair: StatedPair, said: Span): readonly Finding[] | null {
  if (isOrdinary(pair, said)) return [];
  const points = Math.abs(pair.after.value - pair.before.value);
  if (pair.claim.baseUnit === '%' && contains(said, points)) return [percentagePoints(pair, points)];
  return pair.stated.factor === null && overlaps(ofNew(pair), said) ? fromNew(pair) : null;
}

function isOrdinary({ stated, before, after }: StatedPair, said: Span): boolean {
  const share = (100 * after.value) / before.value;
  // "five times more" may count the first time or not.
  if (stated.factor !== null) return contains(said, Math.max(share, 1e4 / share) / 100 - 1);
  const isShare = /\b(?:of|to|as)\b/.test(stated.text.toLowerCase()) && contains(said, share);
  return isShare || (share >= 200 && contains(said, share));
}

function percentagePoints({ claim, stated }: StatedPair, points: number): Finding {
  return {
    kind: 'unit-ambiguous',
    severity: 'info',
    text:
      `"${quoteOf(stated)}" are percentage points: relative to the old value the figures give ` +
      `${signedPercent(claim.deltaPercent ?? 0)}.`,
    numbers: { points, relativePercent: claim.deltaPercent ?? 0 },
  };
}

function ofNew({ before, after }: StatedPair): Span {
  return ownPercent(after, before).span;
}

/** Doing the same in 20 % less time is being 25 % faster. */
function fromNew({ claim, stated, before, after }: StatedPair): readonly Finding[] {
  if (claim.baseUnit === 's' && /fast|speed|rate/.test(stated.text.toLowerCase())) return [];
  const own = ownPercent(after, before).value;
  return [
    {
      kind: 'mixed-baseline',
      severity: 'info',
      text:
        `"${quoteOf(stated)}" is ${plainPercent(own)} of the new value; relative to the old one the figures give ` +
        `${signedPercent(claim.deltaPercent ?? 0)}.`,
      numbers: { stated: stated.percent ?? 0, ofNewPercent: own, ofOldPercent: claim.deltaPercent ?? 0 },
    },
  ];
}

function contains(span: Span, value: number): boolean {
  return overlaps(span, { low: value, high: value });
}
