import { describe, expect, test } from 'vitest';
import { type PlusMinus, plusMinusReadings } from '../../src/stats/plus-minus.ts';

const RUNS = [3, 5, 10, 30];

function written(value: number, error: number, more: Partial<PlusMinus> = {}): PlusMinus {
  return { value, error, kind: null, runs: null, ...more };
}

describe('the readings of ±', () => {
  test('of 4.1 ± 0.9 against 4.4 ± 1.0 show a difference in none of twelve', () => {
    const found = plusMinusReadings(written(4.1, 0.9), written(4.4, 1), RUNS);
    expect(found.significant).toBe('none');
    expect(found.tried).toHaveLength(12);
  });

  test('say how much the data still allow: -15 to +29 % as standard deviation of ten runs', () => {
    const { tried } = plusMinusReadings(written(4.1, 0.9), written(4.4, 1), RUNS);
    const reading = tried.find(({ kind, runs }) => kind === 'sd' && runs === 10);
    expect(reading?.percent.low).toBeCloseTo(-14.5, 0);
    expect(reading?.percent.high).toBeCloseTo(29.1, 0);
  });

  test('of 33 ± 4 against 190 ± 30 show one in all', () => {
    expect(plusMinusReadings(written(33, 4), written(190, 30), RUNS).significant).toBe('all');
  });

  test('of a difference near its ± disagree', () => {
    expect(plusMinusReadings(written(100, 3), written(104, 3), RUNS).significant).toBe('some');
  });

  test('are one when the text says what the ± is and how many runs it took', () => {
    const found = plusMinusReadings(
      written(100, 3, { kind: 'sd', runs: 10 }),
      written(104, 3, { kind: 'sd', runs: 10 }),
      RUNS,
    );
    expect(found.tried).toHaveLength(1);
    expect(found.significant).toBe('all');
  });

  test('take a range for about three standard deviations of ten runs', () => {
    const sides = [written(100, 3, { kind: 'range' }), written(104, 3, { kind: 'range' })] as const;
    expect(plusMinusReadings(...sides, [10]).tried[0]?.p).toBeLessThan(0.001);
  });

  test('do not take a single run for a spread', () => {
    expect(plusMinusReadings(written(1, 0.1, { runs: 1 }), written(1, 0.1), [3, 5]).tried).toHaveLength(6);
  });
});
