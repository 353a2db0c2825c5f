import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latinHypercube } from '../../src/replay/draws.ts';

describe('a Latin hypercube', () => {
  test('puts exactly one position into each stratum of each parameter', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 64 }), fc.string(), (seed, count, parameter) => {
        const strata = latinHypercube(seed, count).map((draw) =>
          Math.floor(draw.position(parameter) * count),
        );
        expect(strata.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
      }),
    );
  });

  test('gives a parameter the same positions whatever else is asked for, and in whatever order', () => {
    const alone = latinHypercube(7, 16).map((draw) => draw.position('irqNs'));
    const draws = latinHypercube(7, 16);
    for (const draw of draws) draw.position('lockNs');
    expect(draws.map((draw) => draw.position('irqNs'))).toEqual(alone);
  });

  test('differs from seed to seed and from parameter to parameter', () => {
    const positions = (seed: number, parameter: string): readonly number[] =>
      latinHypercube(seed, 16).map((draw) => draw.position(parameter));
    expect(positions(1, 'irqNs')).not.toEqual(positions(2, 'irqNs'));
    expect(positions(1, 'irqNs')).not.toEqual(positions(1, 'lockNs'));
  });

  test('pairs parameters without correlation worth the name', () => {
    const draws = latinHypercube(3, 1024);
    const mean = draws.reduce((sum, draw) => sum + draw.position('a') * draw.position('b'), 0) / 1024;
    expect(Math.abs(mean - 0.25)).toBeLessThan(0.01);
  });
});
