import { normalTail } from './normal.ts';
import { tPower, tQuantile } from './student-t.ts';

/** Run-to-run spread of one configuration, as a coefficient of variation in percent, and the runs behind each mean. */
export interface Spread {
  readonly cvPercent: number;
  readonly runs: number;
}

/**
 * The smallest |difference| of two means, in percent, that the two-sided 5 % test would call significant:
 * t(.975, 2n-2) * CV * sqrt(2/n). Single runs have no t; then it is what noise alone reaches.
 */
export function minimumDetectablePercent({ cvPercent, runs }: Spread): number {
  if (runs < 2) return noiseReachPercent(cvPercent);
  return tQuantile(0.975, 2 * runs - 2) * cvPercent * Math.sqrt(2 / runs);
}

/** |Δ| in percent that pure noise reaches in 5 % of cases with one run a side: 5.5 at a CV of 2 %. */
export function noiseReachPercent(cvPercent: number): number {
  const cv = cvPercent / 100;
  if (cv === 0) return 0;
  let low = 0;
  let high = cv;
  while (chanceBeyond(high, cv) > 0.05 && high < MOST_REACH) high *= 2;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (chanceBeyond(middle, cv) > 0.05) low = middle;
    else high = middle;
  }
  return 100 * high;
}

/**
 * Runs on each side for an 80 % chance to find `effectPercent` at the two-sided 5 % level, at least 2.
 * null when more than a million would be needed: no benchmark decides such a claim.
 */
export function runsNeeded(effectPercent: number, cvPercent: number): number | null {
  const effect = Math.abs(effectPercent) / cvPercent;
  if (!(effect > SMALLEST_EFFECT)) return null;
  let low = 1;
  let high = 2;
  while (power(effect, high) < 0.8) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (power(effect, middle) < 0.8) low = middle;
    else high = middle;
  }
  return high;
}

/** 2 * (2.8 / effect)^2 runs pass a million here. */
const SMALLEST_EFFECT = 0.004;
const MOST_REACH = 1e6;

/** P(|after / before - 1| > delta) for two runs of equal mean. The quotient is skewed, so each side has its own spread. */
function chanceBeyond(delta: number, cv: number): number {
  const above = normalTail(delta / (cv * Math.hypot(1, 1 + delta)));
  const below = normalTail(delta / (cv * Math.hypot(1, 1 - delta)));
  return above + below;
}

function power(effect: number, runs: number): number {
  const df = 2 * runs - 2;
  return tPower(effect * Math.sqrt(runs / 2), tQuantile(0.975, df), df);
}
