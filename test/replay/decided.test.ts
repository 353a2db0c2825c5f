import { describe, expect, test } from 'vitest';
import { directionOf, isDecided } from '../../src/replay/decided.ts';
import { latinHypercube } from '../../src/replay/draws.ts';

test.each([
  [-0.1, 0.2, 'none'],
  [0, 0, 'none'],
  [0.1, 3, 'up'],
  [-3, -0.01, 'down'],
  [-1, 0.2, 'open'],
])('%d to %d %% with a margin of 0.5 is %s', (low, high, direction) => {
  expect(directionOf(low, high, 0.5)).toBe(direction);
});

describe('an interval is decided', () => {
  const spread = (low: number, high: number): readonly number[] =>
    latinHypercube(3, 256).map((draw) => low + (high - low) * draw.position('x'));

  test('when it lies well inside the margin, or well on one side of 0', () => {
    expect(isDecided(spread(-0.1, 0.1), 0.5)).toBe(true);
    expect(isDecided(spread(-5, -1), 0.5)).toBe(true);
    expect(isDecided([0, 0, 0], 0.5)).toBe(true);
  });

  test('when it straddles 0 and the margin whatever its ends are', () => {
    expect(isDecided(spread(-5, 5), 0.5)).toBe(true);
  });

  test('not when an end lies within its own error of a boundary', () => {
    expect(isDecided(spread(-5, 0.28), 0.5)).toBe(false);
    expect(isDecided(spread(-0.53, 0.2), 0.5)).toBe(false);
  });
});
