import { describe, expect, test } from 'vitest';
import { differenceInterval, equivalence, welch } from '../../src/stats/welch.ts';

const BEFORE = { mean: 100, sd: 3, runs: 5 };

describe('welch', () => {
  test('gives the statistic, the degrees of freedom and p of a worked example', () => {
    const found = welch({ mean: 20.82, sd: 2.804894, runs: 15 }, { mean: 23.7, sd: 1.27, runs: 10 });
    const left = 2.804894 ** 2 / 15;
    const right = 1.27 ** 2 / 10;
    expect(found.t).toBeCloseTo(2.88 / Math.sqrt(left + right), 12);
    expect(found.df).toBeCloseTo((left + right) ** 2 / (left ** 2 / 14 + right ** 2 / 9), 10);
    expect(found.p).toBeLessThan(0.01);
  });

  test('is pooled t when both sides are alike', () => {
    expect(welch(BEFORE, { mean: 104, sd: 3, runs: 5 }).df).toBeCloseTo(8, 10);
  });

  test('refuses single runs', () => {
    expect(() => welch(BEFORE, { mean: 1, sd: 0, runs: 1 })).toThrow(RangeError);
  });

  test('of two sides without spread is decided by their means', () => {
    expect(welch({ ...BEFORE, sd: 0 }, { mean: 100, sd: 0, runs: 3 }).p).toBe(1);
    expect(welch({ ...BEFORE, sd: 0 }, { mean: 101, sd: 0, runs: 3 }).p).toBe(0);
  });

  test('and its interval agree: p is 0.05 exactly where the interval ends at 0', () => {
    const { high } = differenceInterval(BEFORE, { ...BEFORE, mean: 100 }, 0.95);
    expect(welch(BEFORE, { ...BEFORE, mean: 100 + high }).p).toBeCloseTo(0.05, 9);
  });
});

describe('equivalence', () => {
  test('is not shown by a wide agreement', () => {
    expect(equivalence(BEFORE, { ...BEFORE, mean: 100.1 }, 2).p).toBeGreaterThan(0.05);
  });

  test('is shown once the spread is small against the margin', () => {
    expect(equivalence({ ...BEFORE, sd: 0.5 }, { mean: 100.1, sd: 0.5, runs: 5 }, 2).p).toBeLessThan(0.05);
  });

  test('without spread is a comparison with the margin', () => {
    expect(equivalence({ ...BEFORE, sd: 0 }, { mean: 101, sd: 0, runs: 5 }, 2).p).toBe(0);
    expect(equivalence({ ...BEFORE, sd: 0 }, { mean: 103, sd: 0, runs: 5 }, 2).p).toBe(1);
  });
});
