import { describe, expect, test } from 'vitest';
import { composeExplanation, type ReplayExplained } from '../../src/reply/compose-explanation.ts';
import { parameterValue, parameterWords } from '../../src/reply/parameter-words.ts';
import type { ReportClaim } from '../../src/report.ts';
import { claimOf } from '../support/reports.ts';

const PLAIN = { hasColour: false, hasBars: false, columns: 110 };
const flat = { p05: 1, p50: 1, p95: 1 };
const REPLAY: NonNullable<ReportClaim['replay']> = {
  before: flat,
  after: flat,
  deltaPercent: { p05: -4.11, p50: -1.17, p95: -0.2 },
  samples: 256,
  seed: 1,
  calibratedOn: 'deviceNs to 34.26 MB/s',
  closedForm: -0.99,
  decidedBy: { parameter: 'irqThreadNs', share: 0.68 },
  sensitivity: [],
  implied: {
    parameter: 'irqThreadNs',
    needed: 29_317,
    plausible: { low: 2400, high: 51_250 },
    verdict: 'plausible',
  },
  events: 1000,
};
const EXPLAINED: ReplayExplained = {
  ending: { stopped: 'decided', discarded: 0 },
  influences: [
    { parameter: 'irqThreadNs', share: 0.68 },
    { parameter: 'lockNs', share: 0.001 },
  ],
  counterfactuals: [
    { without: 'hcd-bh-added', deltaPercent: null },
    { without: 'lock-drop-removed', deltaPercent: { p05: 0, p50: 0, p95: 0 } },
  ],
  confounders: [
    { name: 'another HZ', reachPercent: { low: 0, high: 0 }, suffices: false },
    { name: 'C-states', reachPercent: { low: 0, high: 6.2 }, suffices: true },
  ],
};

function textOf(replay: ReportClaim['replay'], explained: ReplayExplained | null = EXPLAINED): string {
  return composeExplanation(claimOf({ replay, deltaPercent: -2.39 }), explained, PLAIN).replace(/\s+/g, ' ');
}

describe('an explanation', () => {
  const text = textOf(REPLAY);

  test.each([
    ['what was fitted, to what, and to what not', 'deviceNs (the time the device takes for one command) to'],
    ['the interval beside the claim', '−4.11 % … −0.20 % (5 to 95 %), middle −1.17 %; claimed −2.39 %'],
    ['what decides', 'irqThreadNs (what handling an interrupt in a thread adds): 68 %'],
    ['what would have to be so', 'irqThreadNs would have to be 29.3 µs, which may well be'],
    ['what a part of the series does', 'without hcd-bh-added the rest of the series deadlocks'],
    ['that a part does nothing', 'without lock-drop-removed the rest of the series gives no change at all'],
    ['what else could be behind it', 'C-states: up to 6.20 % either way, enough for the claim by itself'],
    ['what could not', 'would change nothing: another HZ'],
  ])('says %s', (_, words) => {
    expect(text).toContain(words);
  });

  test('leaves out what decides next to nothing', () => {
    expect(text).not.toContain('lockNs');
  });

  test('fits a screen of 24 lines, and no line is longer than the screen is wide', () => {
    const lines = composeExplanation(claimOf({ replay: REPLAY }), EXPLAINED, PLAIN).split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(PLAIN.columns);
  });

  test('of a claim that was not replayed says so', () => {
    expect(textOf(null, null)).toContain('nothing was replayed');
  });

  test('says that no cost would do where it had to be below nothing', () => {
    const implied = { ...(REPLAY.implied ?? expect.fail()), needed: -5, verdict: 'implausible' as const };
    expect(textOf({ ...REPLAY, implied })).toContain('no irqThreadNs would be enough');
  });
});

describe('a parameter', () => {
  test.each([
    ['lockNs', 15, '15 ns'],
    ['irqThreadNs', 29_317, '29.3 µs'],
    ['copyCachedBytesPerSec', 190e6, '190 MB/s'],
    ['urbs', 10, '10'],
  ])('%s of %d is %s', (name, value, words) => {
    expect(parameterValue(name, value)).toBe(words);
  });

  test('that nobody described stands for itself', () => {
    expect(parameterWords('unheardOf')).toBe('unheardOf');
  });
});
