import { describe, expect, test } from 'vitest';
import type { Draw } from '../../src/replay/draws.ts';
import { screen, totalIndices } from '../../src/replay/influence.ts';
import { normalQuantile } from '../../src/stats/normal.ts';

const PARAMETERS = ['idle', 'strong', 'weak'];
const SCREENING = { seed: 11, trajectories: 10 };

describe('screening by elementary effects', () => {
  test('names the parameter that drives an outcome first, and leaves out one that does nothing', () => {
    const found = screen(
      PARAMETERS,
      (draw) => 10 * draw.position('strong') - 3 * draw.position('weak'),
      SCREENING,
    );
    expect(found.map(({ parameter }) => parameter)).toEqual(['strong', 'weak']);
    expect(found[0]?.share).toBeCloseTo(100 / 109, 6);
    expect(found.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test('sees a parameter that only works together with another', () => {
    const found = screen(
      PARAMETERS,
      (draw) => (draw.position('strong') - 0.5) * draw.position('weak'),
      SCREENING,
    );
    expect(found.map(({ parameter }) => parameter)).toEqual(expect.arrayContaining(['strong', 'weak']));
  });

  test('passes over draws that give no number', () => {
    const outcome = (draw: Draw): number =>
      draw.position('idle') > 0.9 ? Number.NaN : draw.position('strong');
    expect(screen(PARAMETERS, outcome, SCREENING)[0]?.parameter).toBe('strong');
  });

  test('finds nothing in an outcome that never changes', () => {
    expect(screen(PARAMETERS, () => 0, SCREENING)).toEqual([]);
  });
});

describe("Sobol's total indices", () => {
  const exactly = { seed: 3, base: 4096 };

  test('of a sum are the shares of variance', () => {
    const found = totalIndices(
      PARAMETERS,
      (draw) => 3 * draw.position('strong') + draw.position('weak'),
      exactly,
    );
    expect(found.map(({ parameter }) => parameter)).toEqual(['strong', 'weak']);
    expect(found[0]?.share).toBeCloseTo(0.9, 1);
    expect(found[1]?.share).toBeCloseTo(0.1, 1);
  });

  test('of a product count the part that is shared twice', () => {
    const centred = (draw: Draw, name: string): number => draw.position(name) - 0.5;
    const found = totalIndices(
      PARAMETERS,
      (draw) => centred(draw, 'strong') * centred(draw, 'weak'),
      exactly,
    );
    for (const { share } of found) expect(share).toBeCloseTo(1, 1);
  });

  test('give the thread cost 0.6 to 0.8 of the spread when the transfer size is open as well', () => {
    // A threaded handler at 34.26 MB/s: 4 to 60 us for each of three URBs, 120 KiB in three cases of four.
    const delta = (draw: Draw): number => {
      const z = normalQuantile(draw.position('irqThread'));
      const threadUs = Math.exp((Math.log(4 * 60) + (z * Math.log(60 / 4)) / 1.645) / 2);
      const commandUs = (draw.position('size') < 0.75 ? 122_880 : 1_048_576) / 34.26;
      return 100 * (commandUs / (commandUs + 3 * threadUs) - 1);
    };
    const [first, second] = totalIndices(['irqThread', 'size'], delta, exactly);
    expect(first?.parameter).toBe('irqThread');
    expect(first?.share).toBeCloseTo(0.81, 1);
    expect(second?.share).toBeCloseTo(0.34, 1);
  });

  test('are none for an outcome that never changes', () => {
    expect(totalIndices(PARAMETERS, () => 5, exactly)).toEqual([]);
  });
});
