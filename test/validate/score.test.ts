import { describe, expect, test } from 'vitest';
import type { Percentiles, Replayed } from '../../src/replay/replay.ts';
import { claimOf, hcdOf, modelOf, sideOf, withBh } from '../replay/built.ts';
import type { Row } from './rows.ts';
import { score, summarizeScores } from './score.ts';

const BY = { marginPercent: 0.5, cvPercent: 1, discrepancySigma: 0.4 };

function rowOf(after: number, more: Partial<Row> = {}): Row {
  const claim = claimOf({ before: sideOf(100, 'without'), after: sideOf(after, 'with') });
  return {
    id: 'X1',
    change: '',
    role: 'HOLD',
    shows: 'effect',
    tolerance: { low: -3, high: -1 },
    because: null,
    played: { claim, model: modelOf(hcdOf(), withBh(hcdOf())) },
    ...more,
  };
}

function replayedAs(p05: number, p50: number, p95: number): Replayed {
  const same: Percentiles = { p05: 1, p50: 1, p95: 1 };
  const rest = {
    samples: 1,
    seed: 1,
    calibratedOn: '',
    closedForm: null,
    timeline: null,
    decidedBy: null,
    sensitivity: [],
    implied: null,
    events: 0,
  };
  return { did: 'replayed', replay: { before: same, after: same, deltaPercent: { p05, p50, p95 }, ...rest } };
}

describe('a row', () => {
  test('is inside when the median of the model lies in its tolerance', () => {
    expect(score(rowOf(98), replayedAs(-9, -2, -1), BY).isInside).toBe(true);
    expect(score(rowOf(98), replayedAs(-9, -5, -1), BY).isInside).toBe(false);
  });

  test('is covered when the measurement lies in the interval, its noise and the error of the model included', () => {
    expect(score(rowOf(98), replayedAs(-3, -2, -1), BY).isCovered).toBe(true);
    expect(score(rowOf(92.5), replayedAs(-3, -2, -1), BY).isCovered).toBe(true);
    expect(score(rowOf(105), replayedAs(0, 0, 0), BY).isCovered).toBe(false);
  });

  test('of an effect is found by an interval on its own side of 0, of none by one inside the margin', () => {
    expect(score(rowOf(98), replayedAs(-3, -2, -0.1), BY).isFound).toBe(true);
    expect(score(rowOf(98), replayedAs(-3, -2, 0.1), BY).isFound).toBe(false);
    expect(score(rowOf(98), replayedAs(1, 2, 3), BY).isFound).toBe(false);
    expect(score(rowOf(100.1, { shows: 'no-effect' }), replayedAs(-0.1, 0, 0.1), BY).isFound).toBe(true);
    expect(score(rowOf(100.1, { shows: 'no-effect' }), replayedAs(-3, -2, -1), BY).isFound).toBe(false);
  });
});

test('a model that finds no effect anywhere is caught by the effects, one that believes all by the rest', () => {
  const rows = [rowOf(98), rowOf(100.1, { shows: 'no-effect' })];
  const nothing = summarizeScores(rows.map((row) => score(row, replayedAs(0, 0, 0), BY)));
  expect([nothing.effectFound.hits, nothing.noEffectFound.hits]).toEqual([0, 1]);
  const everything = summarizeScores(rows.map((row) => score(row, replayedAs(-3, -2, -1), BY)));
  expect([everything.effectFound.hits, everything.noEffectFound.hits]).toEqual([1, 0]);
});

test('a gain that no modelled mechanism gives is counted against the coverage, and apart from it', () => {
  const scores = [
    score(rowOf(98), replayedAs(-3, -2, -1), BY),
    score(rowOf(106, { shows: 'open' }), replayedAs(0, 0, 0), BY),
  ];
  const { coveredHold, coveredExplained } = summarizeScores(scores);
  expect([coveredHold, coveredExplained]).toEqual([
    { hits: 1, of: 2 },
    { hits: 1, of: 1 },
  ]);
});

test('calibration rows and rows without a run count for no coverage', () => {
  const scores = [
    score(rowOf(98, { role: 'CAL' }), replayedAs(-3, -2, -1), BY),
    score(rowOf(98, { played: null }), null, BY),
  ];
  expect(summarizeScores(scores).coveredHold).toEqual({ hits: 0, of: 0 });
});
