import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Comparison, type Decided, decide } from '../../src/verdict/decision.ts';

const FIXED = { marginPercent: 1, mayContradict: true, mayMissMechanism: false };

/** Percent claimed with ±0.5, the model's interval, what follows. */
const TABLE: readonly (readonly [number, number, number, Decided])[] = [
  [0.02, -0.05, -0.003, 'no-effect-agreed'],
  [-0.9, -0.9, 0.9, 'no-effect-agreed'],
  [5.35, -0.1, 0.1, 'unexplained'],
  [-5.35, -0.1, 0.1, 'unexplained'],
  [-2.39, -6.07, -0.24, 'reproduced'],
  [6, 4, 5.5, 'reproduced'],
  [6, 2, 5.4, 'direction-only'],
  [-6, -20, -8, 'direction-only'],
  [6, -3, -2, 'contradicted'],
  [6, -3, 0.1, 'undetermined'],
  [6, -3, 3, 'undetermined'],
  [0.4, -3, -0.05, 'undetermined'],
];

describe('the decision table', () => {
  it.each(TABLE)('a claim of %f %% against a model of %f … %f %% is %s', (percent, low, high, expected) => {
    const claim = { percent, noisePercent: 0.5 };
    expect(decide({ claim, model: { low, high }, ...FIXED })).toBe(expected);
  });

  const IN_WORDS: readonly (readonly [-1 | 0 | 1, number, number, Decided])[] = [
    [-1, -71, -38, 'reproduced'],
    [-1, -0.2, 0.2, 'unexplained'],
    [-1, -3, 3, 'undetermined'],
    [1, -3, -2, 'contradicted'],
    [0, -0.2, 0.2, 'no-effect-agreed'],
    [0, -8, -7, 'undetermined'],
  ];
  it.each(IN_WORDS)('a direction of %i against %f … %f %% is %s', (direction, low, high, expected) => {
    expect(decide({ claim: { direction }, model: { low, high }, ...FIXED })).toBe(expected);
  });
});

/** Hundredths of a percent: they shrink to something a person can read. */
const percent = fc.integer({ min: -6000, max: 6000 }).map((hundredths) => hundredths / 100);
const size = fc.integer({ min: 1, max: 2000 }).map((hundredths) => hundredths / 100);

const comparison: fc.Arbitrary<Comparison> = fc.record({
  claim: fc.oneof(
    fc.record({ percent, noisePercent: size }),
    fc.record({ direction: fc.constantFrom(-1 as const, 0 as const, 1 as const) }),
  ),
  model: fc.tuple(percent, size).map(([middle, half]) => ({ low: middle - half, high: middle + half })),
  marginPercent: fc.integer({ min: 50, max: 1000 }).map((hundredths) => hundredths / 100),
  mayContradict: fc.boolean(),
  mayMissMechanism: fc.boolean(),
});

test('finding nothing says nothing where the model leaves something out', () => {
  const asked = { claim: { percent: 5.35, noisePercent: 0.5 }, model: { low: -0.1, high: 0.1 }, ...FIXED };
  expect(decide({ ...asked, mayMissMechanism: true })).toBe('undetermined');
  const agreed = { ...asked, claim: { percent: 0.02, noisePercent: 0.5 } };
  expect(decide({ ...agreed, mayMissMechanism: true })).toBe('no-effect-agreed');
});

describe('every decision', () => {
  it('contradicts only a fully modelled, calibrated claim of the opposite sign that the interval does not meet', () => {
    fc.assert(
      fc.property(comparison, (given) => {
        if (decide(given) !== 'contradicted') return;
        expect(given.mayContradict).toBe(true);
        const { claim, model } = given;
        const sign = 'direction' in claim ? claim.direction : Math.sign(claim.percent);
        expect(sign).toBe(model.low > 0 ? -1 : 1);
        if ('percent' in claim) expect(Math.abs(claim.percent)).toBeGreaterThan(given.marginPercent);
      }),
    );
  });

  it('finds an effect only where the interval excludes none', () => {
    fc.assert(
      fc.property(comparison, (given) => {
        const decided = decide(given);
        if (!['reproduced', 'direction-only', 'contradicted'].includes(decided)) return;
        expect(given.model.low > 0 || given.model.high < 0).toBe(true);
      }),
    );
  });

  it('is the same for the mirrored change', () => {
    fc.assert(
      fc.property(comparison, (given) => {
        const { claim, model } = given;
        const mirrored: Comparison['claim'] =
          'percent' in claim
            ? { ...claim, percent: -claim.percent }
            : { direction: claim.direction === 0 ? 0 : claim.direction === 1 ? -1 : 1 };
        const swapped = { ...given, claim: mirrored, model: { low: -model.high, high: -model.low } };
        expect(decide(swapped)).toBe(decide(given));
      }),
    );
  });

  /** From the worst for the claim to the best. */
  const RANK: Readonly<Record<Decided, number>> = {
    contradicted: 0,
    undetermined: 1,
    unexplained: 1,
    'direction-only': 2,
    'no-effect-agreed': 3,
    reproduced: 3,
  };

  it('never gets worse for the claim when the interval moves towards it', () => {
    // A wide interval can lose its sign on the way to the claim before it lies inside the margin: those are left out.
    const decisive = fc
      .record({
        percent,
        noisePercent: size,
        marginPercent: size,
        half: size,
        start: percent,
        steps: fc.nat(40),
      })
      .filter(({ percent: claimed, marginPercent, half }) => {
        const distance = Math.abs(claimed);
        return distance <= marginPercent
          ? half <= Math.min(marginPercent - distance, marginPercent / 2)
          : half < distance;
      });
    fc.assert(
      fc.property(decisive, fc.boolean(), fc.boolean(), (given, mayContradict, mayMissMechanism) => {
        const rankAt = (middle: number): number =>
          RANK[
            decide({
              claim: { percent: given.percent, noisePercent: given.noisePercent },
              model: { low: middle - given.half, high: middle + given.half },
              marginPercent: given.marginPercent,
              mayContradict,
              mayMissMechanism,
            })
          ];
        let worst = -1;
        for (let step = 0; step <= given.steps; step += 1) {
          const middle = given.start + ((given.percent - given.start) * step) / Math.max(1, given.steps);
          const rank = rankAt(middle);
          expect(rank).toBeGreaterThanOrEqual(worst);
          worst = rank;
        }
      }),
    );
  });
});
