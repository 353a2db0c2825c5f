import { describe, expect, test } from 'vitest';
import { latinHypercube } from '../../src/replay/draws.ts';
import { influences } from '../../src/replay/sensitivity.ts';

const DRAWS = latinHypercube(11, 256);
const COLUMNS = ['strong', 'weak', 'idle'].map((parameter) => ({
  parameter,
  positions: DRAWS.map((draw) => draw.position(parameter)),
}));

describe('the influences on an outcome', () => {
  test('name the parameter that drives it first, and leave out one that does nothing', () => {
    const outcomes = DRAWS.map((draw) => 10 * draw.position('strong') - 3 * draw.position('weak'));
    const found = influences(COLUMNS, outcomes);
    expect(found.map(({ parameter }) => parameter)).toEqual(['strong', 'weak']);
    expect(found[0]?.share).toBeGreaterThan(0.8);
    expect(found.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test('do not mind how curved the dependence is', () => {
    const outcomes = DRAWS.map((draw) => Math.exp(20 * draw.position('strong')));
    expect(influences(COLUMNS, outcomes)[0]).toEqual({ parameter: 'strong', share: 1 });
  });

  test('are none for an outcome that never changes', () => {
    expect(
      influences(
        COLUMNS,
        DRAWS.map(() => 0),
      ),
    ).toEqual([]);
  });
});
