import { describe, expect, test } from 'vitest';
import { productWithError, ratioInterval, ratioWithError } from '../../src/stats/ratio.ts';

test.each([
  [33, 4, 190, 30, 5.76, 1.15],
  [50, 10, 3000, 400, 60, 14.42],
  [50, 10, 300, 40, 6, 1.44],
])('%d ± %d to %d ± %d is a factor of %d ± %d', (before, sdBefore, after, sdAfter, factor, error) => {
  const ratio = ratioWithError({ value: before, error: sdBefore }, { value: after, error: sdAfter });
  expect(ratio.value).toBeCloseTo(factor, 2);
  expect(ratio.error).toBeCloseTo(error, 2);
});

test('a rate times a time keeps the relative errors of both', () => {
  const bytes = productWithError({ value: 33e6, error: 4e6 }, { value: 3e-3, error: 4e-4 });
  expect(bytes.value).toBeCloseTo(99_000, 6);
  expect(bytes.error / bytes.value).toBeCloseTo(Math.hypot(4 / 33, 4 / 30), 12);
});

describe("Fieller's interval", () => {
  test('holds the ratio and is wider above than below', () => {
    const found = ratioInterval({ mean: 33, sd: 4, runs: 10 }, { mean: 190, sd: 30, runs: 10 }, 0.95);
    expect(found).not.toBeNull();
    const { low, high } = found ?? { low: 0, high: 0 };
    expect(high - 190 / 33).toBeGreaterThan(190 / 33 - low);
  });

  test('does not exist when before can not be told from 0', () => {
    expect(ratioInterval({ mean: 1, sd: 3, runs: 3 }, { mean: 2, sd: 3, runs: 3 }, 0.95)).toBeNull();
  });
});
