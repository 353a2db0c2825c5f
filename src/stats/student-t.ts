import { logGamma, regularizedBeta } from './beta.ts';
import { normalTail } from './normal.ts';

/** P(|T| >= |t|) for Student's t. Degrees of freedom need not be whole. @throws RangeError for df <= 0 */
export function tTwoSided(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`${df} degrees of freedom`);
  if (!Number.isFinite(t)) return 0;
  return regularizedBeta(df / (df + t * t), df / 2, 0.5);
}

/** P(T > t) for Student's t. */
export function tTail(t: number, df: number): number {
  const half = tTwoSided(t, df) / 2;
  return t >= 0 ? half : 1 - half;
}

/** The t with P(T <= t) = p: `tQuantile(0.975, 9)` is 2.262. @throws RangeError for p outside 0..1 */
export function tQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`no finite t quantile at ${p}`);
  return p < 0.5 ? -upperQuantile(p, df) : upperQuantile(1 - p, df);
}

/** P(|T| > critical) when the true mean lies `shift` standard errors from 0: the power of a t test. */
export function tPower(shift: number, critical: number, df: number): number {
  // Given the estimated spread s (in units of the true one) the statistic is normal; average over s by Simpson's rule.
  const halfWidth = Math.min(1, 9 / Math.sqrt(2 * df));
  const low = 1 - halfWidth;
  const high = 1 + Math.max(halfWidth, 9 / Math.sqrt(2 * df));
  const step = (high - low) / SIMPSON_INTERVALS;
  let sum = 0;
  for (let index = 0; index <= SIMPSON_INTERVALS; index += 1) {
    const s = low + index * step;
    const weight = index === 0 || index === SIMPSON_INTERVALS ? 1 : index % 2 === 1 ? 4 : 2;
    sum += weight * spreadDensity(s, df) * rejection(s * critical, shift);
  }
  return (sum * step) / 3;
}

const SIMPSON_INTERVALS = 600;
const BISECTIONS = 200;

function upperQuantile(tail: number, df: number): number {
  let low = 0;
  let high = 1;
  while (tTail(high, df) > tail) high *= 2;
  for (let step = 0; step < BISECTIONS && high - low > 1e-15 * high; step += 1) {
    const middle = (low + high) / 2;
    if (tTail(middle, df) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Density of sqrt(chi-square / df). */
function spreadDensity(s: number, df: number): number {
  if (s <= 0) return df === 1 ? Math.sqrt(2 / Math.PI) : 0;
  const half = df / 2;
  return 2 * Math.exp(half * Math.log(half) - logGamma(half) + (df - 1) * Math.log(s) - half * s * s);
}

function rejection(boundary: number, shift: number): number {
  return normalTail(boundary - shift) + normalTail(boundary + shift);
}
