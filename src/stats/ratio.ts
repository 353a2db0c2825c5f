import { tQuantile } from './student-t.ts';
import type { Interval, Runs } from './welch.ts';

export interface Uncertain {
  readonly value: number;
  readonly error: number;
}

/** after / before with the ± of both carried over to first order: 190 ± 30 over 33 ± 4 is 5.76 ± 1.15. */
export function ratioWithError(before: Uncertain, after: Uncertain): Uncertain {
  const value = after.value / before.value;
  const relative = Math.hypot(after.error / after.value, before.error / before.value);
  return { value, error: Math.abs(value) * relative };
}

/** a * b with the ± of both carried over to first order. */
export function productWithError(a: Uncertain, b: Uncertain): Uncertain {
  return { value: a.value * b.value, error: Math.hypot(a.error * b.value, b.error * a.value) };
}

/**
 * Fieller's confidence interval of after / before. null when before can not be told from 0 at that level:
 * the ratio is then unbounded.
 */
export function ratioInterval(before: Runs, after: Runs, level: number): Interval | null {
  const t = tQuantile((1 + level) / 2, Math.min(before.runs, after.runs) - 1);
  const below = (before.sd * before.sd) / before.runs;
  const above = (after.sd * after.sd) / after.runs;
  const g = (t * t * below) / (before.mean * before.mean);
  if (g >= 1) return null;
  const ratio = after.mean / before.mean;
  const reach = (t * Math.sqrt(above + ratio * ratio * below - g * above)) / Math.abs(before.mean);
  return { low: (ratio - reach) / (1 - g), high: (ratio + reach) / (1 - g) };
}
