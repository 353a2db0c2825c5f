import { expect, test } from 'vitest';
import { falseAlarmChance, holm } from '../../src/stats/holm.ts';

test('Holm multiplies the smallest p most and never reverses an order', () => {
  expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
  expect(holm([0.5, 0.9])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

test.each([
  [2, 0.1],
  [4, 0.19],
  [8, 0.34],
  [10, 0.4],
  [20, 0.64],
])('%d claims at 5 percent raise a false alarm with chance %d', (count, chance) => {
  expect(falseAlarmChance(count, 0.05)).toBeCloseTo(chance, 2);
});
