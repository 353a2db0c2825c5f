import { expect } from 'vitest';

export const SEEDS = Array.from({ length: 25 }, (_, index) => index + 1);

/** Two-sided 99.9 % point of Student's t with 24 degrees of freedom. */
const T_24 = 3.745;

/**
 * Holds a formula to the mean over independent runs, one for each seed: the difference must lie inside the 99.9 %
 * interval of these runs, and that interval must be narrow enough for the comparison to mean something.
 *
 * @param widest  half width allowed, as a fraction of the formula's value
 */
export function expectMean(values: readonly number[], formula: number, widest: number): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const halfWidth = T_24 * Math.sqrt(squares / (values.length - 1) / values.length);
  expect(halfWidth / formula).toBeLessThan(widest);
  expect(Math.abs(mean - formula)).toBeLessThan(halfWidth);
}
