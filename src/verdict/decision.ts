import type { Verdict } from '../report.ts';

/** The verdicts that come from comparing a claim with the model. */
export type Decided = Extract<
  Verdict,
  'no-effect-agreed' | 'reproduced' | 'direction-only' | 'unexplained' | 'contradicted' | 'undetermined'
>;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Comparison {
  /** The claimed change in percent; its noise around it. A claim in words alone has only a direction. */
  readonly claim:
    | { readonly percent: number; readonly noisePercent: number }
    | { readonly direction: -1 | 0 | 1 };
  /** The model's interval for the same change, in percent. */
  readonly model: Interval;
  /** Changes within ± this are no effect. */
  readonly marginPercent: number;
  /** Every change of the series is modelled and the baseline is calibrated. */
  readonly mayContradict: boolean;
  /** The series does more than is played, or the figure hangs on more: finding nothing then says nothing. */
  readonly mayMissMechanism: boolean;
}

/**
 * The decision table: what follows when the model gives an interval and the mail a figure.
 *
 * "No effect" needs the whole interval inside the margin, not merely an interval that holds 0. A model that excludes 0
 * speaks for a direction; anything else is undetermined. Source: usb-model, section 8.5.
 */
export function decide(comparison: Comparison): Decided {
  const { model, marginPercent } = comparison;
  if (isInside(model, marginPercent)) {
    if (claimsNoEffect(comparison)) return 'no-effect-agreed';
    return comparison.mayMissMechanism ? 'undetermined' : 'unexplained';
  }
  const modelSign = model.low > 0 ? 1 : model.high < 0 ? -1 : 0;
  if (modelSign === 0) return 'undetermined';
  const claimed = claimedInterval(comparison);
  const meets = claimed.low <= model.high && model.low <= claimed.high;
  const claimSign = signOf(comparison);
  if (claimSign === modelSign) return meets ? 'reproduced' : 'direction-only';
  // A claim of no effect is never contradicted: a benchmark that shows nothing may be limited elsewhere.
  const isOpen = claimsNoEffect(comparison) || meets || !comparison.mayContradict;
  return isOpen ? 'undetermined' : 'contradicted';
}

function isInside({ low, high }: Interval, marginPercent: number): boolean {
  return low >= -marginPercent && high <= marginPercent;
}

function claimsNoEffect({ claim, marginPercent }: Comparison): boolean {
  return 'direction' in claim ? claim.direction === 0 : Math.abs(claim.percent) <= marginPercent;
}

function signOf({ claim }: Comparison): number {
  return 'direction' in claim ? claim.direction : Math.sign(claim.percent);
}

/** A direction alone is everything on its side of 0. */
function claimedInterval({ claim }: Comparison): Interval {
  if ('direction' in claim) {
    if (claim.direction === 0) return { low: 0, high: 0 };
    return claim.direction > 0 ? { low: 0, high: Infinity } : { low: -Infinity, high: 0 };
  }
  return { low: claim.percent - claim.noisePercent, high: claim.percent + claim.noisePercent };
}
