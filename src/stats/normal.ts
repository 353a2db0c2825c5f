/** The standard normal distribution: tail and quantile, both to about 1e-14. */

/** P(Z > z). Keeps its relative accuracy far out, where 1 - cdf would be 0. */
export function normalTail(z: number): number {
  return z < 0 ? 1 - normalTail(-z) : 0.5 * complementaryError(z / Math.SQRT2);
}

/** The z with P(Z <= z) = p. 0 and 1 give the infinities. @throws RangeError for p outside 0..1 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`probability ${p} is not within 0..1`);
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  const start = p <= 0.5 ? -roughUpperQuantile(p) : roughUpperQuantile(1 - p);
  return polish(polish(start, p), p);
}

/** Inverse of the upper tail for 0 < tail <= 0.5, to 4.5e-4. Source: Abramowitz and Stegun, 26.2.23. */
function roughUpperQuantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  return t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/** One Halley step, which triples the correct digits. */
function polish(z: number, p: number): number {
  const error = z < 0 ? normalTail(-z) - p : 1 - p - normalTail(z);
  const step = error * Math.sqrt(2 * Math.PI) * Math.exp((z * z) / 2);
  return z - step / (1 + (z * step) / 2);
}

/** erfc(x) for x >= 0: a power series near 0, a continued fraction beyond. */
function complementaryError(x: number): number {
  return x < 2 ? 1 - errorSeries(x) : errorFraction(x);
}

function errorSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 100 && Math.abs(term) > 1e-17 * sum; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

function errorFraction(x: number): number {
  let tail = x;
  for (let n = 120; n >= 1; n -= 1) tail = x + n / 2 / tail;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / tail;
}
