import { describe, expect, test } from 'vitest';
import { type Pair, type Play, playDraws } from '../../src/replay/play-draws.ts';
import { playOf } from '../../src/replay/play-of.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { claimOf, hcdOf, modelOf, sideOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const HCD_BH = modelOf(hcdOf(), withBh(hcdOf()));
const CLAIMS = [
  claimOf(),
  claimOf({ workload: 'storage-write' }),
  claimOf({ workload: 'net-rx', before: sideOf(40, 'without'), after: sideOf(41, 'with') }),
  claimOf({ workload: 'net-tx', before: sideOf(40, 'without'), after: sideOf(41, 'with') }),
  claimOf({
    workload: 'video-capture',
    metric: 'frame-rate',
    baseUnit: '1/s',
    before: sideOf(26.4, 'without', 1),
    after: sideOf(26.3, 'with', 1),
  }),
  claimOf({ metric: 'hardirq-time', kind: 'qualitative', workload: 'other' }),
];

function pairsOf(play: Play, draws: number): readonly Pair[] {
  return playDraws(play, { from: 0, to: draws }).filter(
    (outcome): outcome is Pair => outcome !== null && 'deltaPercent' in outcome,
  );
}

describe('a pair', () => {
  test.each(CLAIMS)('of two equal drivers differs by exactly 0, draw by draw: $workload', (claim) => {
    const play = playOf({ claim, model: HCD_BH, settings: SETTINGS, run: { seed: 1, draws: 32 } });
    if ('code' in play) expect.fail(play.because);
    for (const hcd of [play.sides.before, play.sides.after]) {
      const alike = { ...play, sides: { before: hcd, after: structuredClone(hcd) } };
      const deltas = pairsOf(alike, 32).map(({ deltaPercent }) => deltaPercent);
      expect(deltas.length).toBeGreaterThan(16);
      expect(new Set(deltas)).toEqual(new Set([0]));
    }
  });
});

describe('the events of a replay', () => {
  test('grow in proportion to the draws', () => {
    const eventsOf = (draws: number): number => {
      const found = replayClaim(claimOf(), HCD_BH, SETTINGS, { seed: 1, draws });
      return found.did === 'replayed' ? found.replay.events / found.replay.samples : Number.NaN;
    };
    expect(Math.abs(eventsOf(128) / eventsOf(32) - 1)).toBeLessThan(0.05);
  });
});
