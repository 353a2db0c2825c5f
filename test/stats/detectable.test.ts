import { describe, expect, test } from 'vitest';
import { minimumDetectablePercent, noiseReachPercent, runsNeeded } from '../../src/stats/detectable.ts';

describe('the minimum detectable effect', () => {
  test.each([
    [0.5, 0.47],
    [1, 0.94],
    [2, 1.88],
  ])('of ten runs at a CV of %d percent is %d percent', (cvPercent, percent) => {
    expect(minimumDetectablePercent({ cvPercent, runs: 10 })).toBeCloseTo(percent, 2);
  });

  test('of single runs is what noise reaches', () => {
    expect(minimumDetectablePercent({ cvPercent: 2, runs: 1 })).toBe(noiseReachPercent(2));
  });
});

test.each([
  [1, 2.8],
  [2, 5.5],
  [3, 8.4],
  [5, 13.9],
  [10, 28.6],
])('single runs with a CV of %d percent differ by %d percent in one case of twenty', (cv, percent) => {
  expect(Math.abs(noiseReachPercent(cv) - percent)).toBeLessThan(0.1);
});

test('runs without noise differ by nothing', () => {
  expect(noiseReachPercent(0)).toBe(0);
});

describe('the runs for 80 % power', () => {
  test.each([
    [1, [17, 6, 3, 2]],
    [2, [64, 17, 4, 3]],
    [3, [143, 37, 7, 3]],
    [5, [394, 100, 17, 6]],
    [10, [1571, 394, 64, 17]],
  ])('at a CV of %d percent are %j for effects of 1, 2, 5 and 10 percent', (cv, runs) => {
    expect([1, 2, 5, 10].map((effect) => runsNeeded(effect, cv))).toEqual(runs);
  });

  test('do not depend on the sign of the effect', () => {
    expect(runsNeeded(-5, 2)).toBe(runsNeeded(5, 2));
  });

  test('are not stated where no benchmark would do', () => {
    expect(runsNeeded(0, 2)).toBeNull();
    expect(runsNeeded(0.001, 2)).toBeNull();
  });
});
