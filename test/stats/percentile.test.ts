import { expect, test } from 'vitest';
import { ascending, percentile } from '../../src/stats/percentile.ts';

test('percentiles interpolate between neighbours', () => {
  const values = ascending([30, 10, 20]);
  expect([0, 0.25, 0.5, 0.95, 1].map((p) => percentile(values, p))).toEqual([10, 15, 20, 29, 30]);
});

test('a percentile of nothing is a bug', () => {
  expect(() => percentile([], 0.5)).toThrow(RangeError);
});
