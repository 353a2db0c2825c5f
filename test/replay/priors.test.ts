import { describe, expect, test } from 'vitest';
import type { Draw } from '../../src/replay/draws.ts';
import { latinHypercube, MEDIAN_DRAW } from '../../src/replay/draws.ts';
import { candidateAt, costsAt, valueAt } from '../../src/replay/priors.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const FIGURE = { value: 3000, unit: 'ns', low: 1500, high: 12000, source: 'test' };

function at(position: number): Draw {
  return { index: 0, position: () => position };
}

describe('a prior', () => {
  test('has its value in the middle and its range from 5 to 95 %', () => {
    expect(valueAt(FIGURE, at(0.5), 'x')).toBeCloseTo(3000, 6);
    expect(valueAt(FIGURE, at(0.05), 'x')).toBeCloseTo(1500, 6);
    expect(valueAt(FIGURE, at(0.95), 'x')).toBeCloseTo(12000, 6);
  });

  test('without a range is its value', () => {
    expect(valueAt({ value: 5, unit: 'ns', source: 'test' }, at(0.99), 'x')).toBe(5);
  });
});

describe('the costs of a machine', () => {
  test('are the medians of config at the median draw', () => {
    const costs = costsAt(MEDIAN_DRAW, 'x86-desktop', SETTINGS);
    expect(costs.irqNs).toBe(500);
    expect(costs.copyCachedBytesPerSec).toBe(8e9);
  });

  test('are whole numbers at every draw of every class', () => {
    for (const machineClass of Object.keys(SETTINGS.costs)) {
      for (const draw of latinHypercube(5, 16)) {
        for (const cost of Object.values(costsAt(draw, machineClass, SETTINGS))) {
          expect(Number.isSafeInteger(cost) && cost > 0).toBe(true);
        }
      }
    }
  });

  test('on x86 take coherent memory for cached', () => {
    for (const draw of latinHypercube(5, 16)) {
      const costs = costsAt(draw, 'x86-desktop', SETTINGS);
      expect(costs.copyCoherentBytesPerSec).toBe(costs.copyCachedBytesPerSec);
    }
  });

  test('of an unknown machine are those of one class each, in the weights of the mixture', () => {
    const draws = latinHypercube(5, 1000).map((draw) => costsAt(draw, 'unknown', SETTINGS));
    const x86 = draws.filter((costs) => costs.copyCoherentBytesPerSec === costs.copyCachedBytesPerSec);
    expect(x86.length).toBe(400);
  });

  test('of a class without a file are a bug', () => {
    expect(() => costsAt(MEDIAN_DRAW, 'vax', SETTINGS)).toThrow(RangeError);
  });

  test('keep value, unit, range and source in every entry of config', () => {
    for (const file of Object.values(SETTINGS.costs)) {
      if ('mixture' in file) continue;
      for (const figure of Object.values(file)) {
        expect(figure.source).not.toBe('');
        if ('sameAs' in figure) continue;
        expect(figure.low).toBeLessThanOrEqual(figure.value);
        expect(figure.high).toBeGreaterThanOrEqual(figure.value);
      }
    }
  });
});

describe('a value that depends on the era', () => {
  const candidates = [
    { value: 'old', weight: 1, eras: ['E0', 'E1'], source: 'test' },
    { value: 'new', weight: 3, eras: ['E1', 'E2'], source: 'test' },
  ] as const;

  test('is certain where only one fits, and then no parameter of the draw', () => {
    const unasked = { index: 0, position: () => expect.fail('asked') };
    expect(candidateAt(candidates, 'E0', { draw: unasked, parameter: 'x' })).toBe('old');
  });

  test('is drawn by weight where several fit', () => {
    const values = latinHypercube(1, 100).map((draw) =>
      candidateAt(candidates, 'E1', { draw, parameter: 'x' }),
    );
    expect(values.filter((value) => value === 'new')).toHaveLength(75);
  });

  test('is a bug where none fits', () => {
    expect(() => candidateAt(candidates, 'E4', { draw: MEDIAN_DRAW, parameter: 'x' })).toThrow(RangeError);
  });
});
