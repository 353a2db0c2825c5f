import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import type { Model } from '../../src/model/hcd.ts';
import type { IrqsOffSide, IrqsOffTimeline } from '../../src/replay/replay.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import type { ReplaySettings } from '../../src/replay/replay-settings.ts';
import { claimOf, ehciOf, hcdOf, modelOf, sideOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const HCD_BH = modelOf(hcdOf(), withBh(hcdOf()));
const DISK = claimOf({ before: sideOf(103.667, 'without'), after: sideOf(103.692, 'with') });
const SLOW_DISK = claimOf({ before: sideOf(34.26, 'without'), after: sideOf(34.29, 'with') });
const ADAPTER = claimOf({
  quantity: 'RX',
  unit: 'Mbit/s',
  baseUnit: 'bit/s',
  workload: 'net-rx',
  device: 'RTL8153',
  before: sideOf(933.86, 'without'),
  after: sideOf(983.86, 'with'),
});

function timelineOf(claim: Claim, model: Model, settings: ReplaySettings = SETTINGS): IrqsOffTimeline {
  const found = replayClaim(claim, model, settings, { seed: 1, draws: 4 });
  return (found.did === 'replayed' ? found.replay.timeline : null) ?? expect.fail('no timeline');
}

describe.each([
  ['a disk', DISK, HCD_BH],
  ['a network adapter', ADAPTER, HCD_BH],
  ['a disk on ehci', SLOW_DISK, modelOf(ehciOf(), withBh(ehciOf()))],
])('the windows with interrupts off, of %s', (_, claim, model) => {
  const { spanNs, before, after } = timelineOf(claim, model);

  test('begin with an interrupt, are in order and stay in the span', () => {
    for (const { windows } of [before, after]) {
      expect(windows[0]).toMatchObject({ startNs: 0, context: 'hardirq' });
      let lastNs = 0;
      for (const { startNs, endNs } of windows) {
        expect(startNs).toBeGreaterThanOrEqual(lastNs);
        expect(endNs).toBeGreaterThan(startNs);
        lastNs = endNs;
      }
      expect(lastNs).toBeLessThanOrEqual(spanNs);
    }
  });

  test('show the longest one before the change', () => {
    const shown = (side: IrqsOffSide): number =>
      Math.max(...side.windows.map(({ startNs, endNs }) => endNs - startNs));
    expect(shown(before)).toBe(before.longestNs);
    expect(shown(after)).toBeLessThanOrEqual(after.longestNs);
  });

  test('are shorter once the giveback is a softirq, which shows', () => {
    expect(after.windows.some(({ context }) => context === 'softirq')).toBe(true);
    expect(after.longestNs).toBeLessThan(before.longestNs);
  });
});

describe('a timeline', () => {
  test('has no more windows than the settings allow, and both sides end together', () => {
    const limits = { ...SETTINGS.limits, timelineWindowsMost: 3, timelineLongestTimes: 1000 };
    const { spanNs, before, after } = timelineOf(ADAPTER, HCD_BH, { ...SETTINGS, limits });
    expect(Math.max(before.windows.length, after.windows.length)).toBe(3);
    for (const { windows } of [before, after]) expect(windows.at(-1)?.endNs).toBeLessThanOrEqual(spanNs);
  });

  test('does not depend on how many draws are played', () => {
    const more = replayClaim(DISK, HCD_BH, SETTINGS, { seed: 1, draws: 8 });
    expect(more.did === 'replayed' && more.replay.timeline).toEqual(timelineOf(DISK, HCD_BH));
  });
});
