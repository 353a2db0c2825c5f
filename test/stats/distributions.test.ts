import jstat from 'jstat';
import { describe, expect, test } from 'vitest';
import { logGamma, regularizedBeta } from '../../src/stats/beta.ts';
import { normalQuantile, normalTail } from '../../src/stats/normal.ts';
import { tPower, tQuantile, tTail, tTwoSided } from '../../src/stats/student-t.ts';

const PROBABILITIES = [1e-6, 0.001, 0.025, 0.05, 0.2, 0.5, 0.8, 0.95, 0.975, 0.999];
const FREEDOMS = [1, 1.7, 2, 3, 4.5, 9, 18, 58, 400];

describe('the normal distribution', () => {
  test.each([-6, -2, -0.3, 0, 0.7, 1.96, 2.9, 5])('has the tail at %d that jstat gives', (z) => {
    expect(normalTail(z)).toBeCloseTo(1 - jstat.normal.cdf(z, 0, 1), 10);
  });

  test('keeps its relative accuracy far out', () => {
    expect(normalTail(10) / 7.619853024160527e-24).toBeCloseTo(1, 10);
  });

  test.each(PROBABILITIES)('inverts its own tail at %d', (p) => {
    expect((1 - normalTail(normalQuantile(p))) / p).toBeCloseTo(1, 9);
  });

  test('has no quantile outside 0..1', () => {
    expect(() => normalQuantile(1.01)).toThrow(RangeError);
    expect(normalQuantile(0)).toBe(-Infinity);
  });
});

describe("Student's t", () => {
  test.each(FREEDOMS)('with %d degrees of freedom agrees with jstat', (df) => {
    for (const t of [-30, -3, -0.5, 0, 0.2, 1, 2.1, 12]) {
      // The oracle itself is good to about 2e-8.
      expect(tTail(t, df)).toBeCloseTo(1 - jstat.studentt.cdf(t, df), 7);
    }
  });

  test.each([-20, -1, 0.1, 3, 50])('has its closed forms with one and two degrees of freedom at %d', (t) => {
    expect(tTail(t, 1)).toBeCloseTo(0.5 - Math.atan(t) / Math.PI, 13);
    expect(tTail(t, 2)).toBeCloseTo(0.5 - t / (2 * Math.sqrt(2 + t * t)), 13);
  });

  test.each(FREEDOMS)('with %d degrees of freedom inverts its own tail', (df) => {
    for (const p of PROBABILITIES) expect(1 - tTail(tQuantile(p, df), df)).toBeCloseTo(p, 12);
  });

  test('has the quantiles of the printed tables', () => {
    const table = [
      [0.975, 1, 12.7062],
      [0.975, 2, 4.30265],
      [0.975, 9, 2.26216],
      [0.975, 18, 2.10092],
      [0.95, 4, 2.13185],
    ] as const;
    for (const [p, df, t] of table) expect(tQuantile(p, df)).toBeCloseTo(t, 4);
  });

  test('rejects a true null at its level, whatever the degrees of freedom', () => {
    for (const df of [1, 2, 4, 18, 1000]) expect(tPower(0, tQuantile(0.975, df), df)).toBeCloseTo(0.05, 5);
  });

  test('is certain of an infinite statistic', () => {
    expect(tTwoSided(Infinity, 3)).toBe(0);
  });
});

test('the incomplete beta and gamma functions agree with jstat', () => {
  for (const [x, a, b] of [
    [0.1, 0.5, 0.5],
    [0.5, 2, 3],
    [0.9, 10, 0.5],
    [0.3, 40, 60],
  ] as const) {
    expect(regularizedBeta(x, a, b)).toBeCloseTo(jstat.ibeta(x, a, b), 9);
    expect(logGamma(a)).toBeCloseTo(jstat.gammaln(a), 9);
  }
});
