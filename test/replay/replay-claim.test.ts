import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import type { Model } from '../../src/model/hcd.ts';
import type { NotReplayed, Replay } from '../../src/replay/replay.ts';
import {
  type PlayedPart,
  playPart,
  type ReplayPart,
  replayClaim,
  replayClaimWith,
} from '../../src/replay/replay-claim.ts';
import { claimOf, hcdOf, modelOf, sideOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const RUN = { seed: 1, draws: 256 };
const DISK = claimOf({
  before: sideOf(103.667, 'without'),
  after: sideOf(103.692, 'with'),
  machine: 'Intel i5',
});
const HCD_BH = modelOf(hcdOf(), withBh(hcdOf()));

function replayed(claim: Claim, model: Model, run: Parameters<typeof replayClaim>[3] = RUN): Replay {
  const found = replayClaim(claim, model, SETTINGS, run);
  return found.did === 'replayed' ? found.replay : expect.fail(found.why.because);
}

function refused(claim: Claim, model: Model = HCD_BH): NotReplayed {
  const found = replayClaim(claim, model, SETTINGS, { seed: 1, draws: 4 });
  return found.did === 'not' ? found.why : expect.fail('replayed');
}

describe('a storage claim under HCD_BH', () => {
  const replay = replayed(DISK, HCD_BH);

  test('is calibrated on its before figure, to a part in a thousand', () => {
    expect(replay.before.p05 / 103.667e6).toBeCloseTo(1, 3);
    expect(replay.before.p95 / 103.667e6).toBeCloseTo(1, 3);
    expect(replay.calibratedOn).toBe('deviceNs to 103.667 MB/s');
    expect(replay.samples).toBe(256);
  });

  test('slows down by next to nothing', () => {
    expect(replay.deltaPercent.p95).toBeLessThan(0);
    expect(replay.deltaPercent.p05).toBeGreaterThan(-0.06);
  });

  test('has the closed form inside its interval', () => {
    expect(replay.closedForm).toBeGreaterThan(replay.deltaPercent.p05);
    expect(replay.closedForm).toBeLessThan(replay.deltaPercent.p95);
  });

  test('names the cost that decides, and the impossible value it would need', () => {
    expect(replay.decidedBy?.parameter).toBe('softirqNs');
    expect(replay.implied?.verdict).toBe('implausible');
    expect(replay.implied?.needed).toBeLessThan(0);
  });

  test('is the same to the last bit when it is played again', () => {
    expect(JSON.stringify(replayed(DISK, HCD_BH))).toBe(JSON.stringify(replay));
  });

  test('never sees the after figure: another one changes only what the claim would need', () => {
    const other = replayed({ ...DISK, after: sideOf(500, 'with'), deltaPercent: 382 }, HCD_BH);
    expect({ ...other, implied: null }).toEqual({ ...replay, implied: null });
  });

  test('has the same sign at another seed', () => {
    const other = replayed(DISK, HCD_BH, { seed: 77, draws: 256 });
    expect(other.deltaPercent).not.toEqual(replay.deltaPercent);
    expect(other.deltaPercent.p95).toBeLessThan(0);
  });
});

describe('the configurations of a claim', () => {
  const three = modelOf(hcdOf(), withBh(hcdOf()), {
    configurations: [
      { label: 'hard', hcd: hcdOf() },
      { label: 'threaded', hcd: hcdOf({ irq: { ...hcdOf().irq, type: 'threaded' } }) },
    ],
  });

  test('are looked up by the labels of its sides', () => {
    const threaded = claimOf({ ...DISK, before: sideOf(34.26, 'Hard '), after: sideOf(33.44, 'threaded') });
    expect(replayed(threaded, three).deltaPercent.p50).toBeLessThan(replayed(DISK, three).deltaPercent.p50);
  });

  test('that do not differ are not a replay', () => {
    expect(refused(DISK, modelOf(hcdOf(), hcdOf())).code).toBe('not-modelled');
  });
});

describe('a claim that can not be played says so', () => {
  test.each<[string, Partial<Claim>, NotReplayed['code']]>([
    ['with only a percentage', { kind: 'stated-only' }, 'not-replayed'],
    ['with one side', { after: null }, 'not-replayed'],
    ['with a before figure of zero', { before: sideOf(0, 'without') }, 'not-replayed'],
    [
      'in words about nothing that is counted',
      { kind: 'qualitative', before: null, after: null },
      'not-replayed',
    ],
    ['about the latency of storage', { metric: 'latency' }, 'not-modelled'],
    ['about audio', { workload: 'audio' }, 'not-modelled'],
    ['in a unit of something else', { baseUnit: '%' }, 'not-modelled'],
    ['about a profile without its listing', { metric: 'cpu-share', workload: 'cpu-profile' }, 'not-modelled'],
  ])('%s', (_, more, code) => {
    const why = refused(claimOf({ ...DISK, ...more }));
    expect(why.code).toBe(code);
    expect(why.because).toMatch(/^[a-z].*[^.]$/);
  });

  test('when no draw of the model reaches the before figure', () => {
    const why = refused(claimOf({ ...DISK, before: sideOf(4000, 'without') }));
    expect(why.code).toBe('cannot-calibrate');
    expect(why.because).toBe(
      'no plausible deviceNs gives the figure before the change: 0 of 4 draws of the model match it',
    );
  });
});

describe('a replay in parts', () => {
  const HURT = claimOf({
    ...DISK,
    before: sideOf(34.26, 'hard'),
    after: sideOf(33.44, 'threaded'),
    machine: null,
  });
  const THREADED = modelOf(hcdOf(), hcdOf({ irq: { ...hcdOf().irq, type: 'threaded' } }));

  test('gives the same bytes whoever plays them, in whatever order they come back', async () => {
    const settings = { ...SETTINGS, limits: { ...SETTINGS.limits, drawsPerPart: 5 } };
    const run = { seed: 3, draws: 16 };
    const slowFirst = async (part: ReplayPart): Promise<PlayedPart> => {
      await new Promise((resolve) => setTimeout(resolve, 16 - part.from));
      return structuredClone(playPart(structuredClone(part), settings));
    };
    const apart = await replayClaimWith(slowFirst, HURT, THREADED, settings, run);
    expect(JSON.stringify(apart)).toBe(JSON.stringify(replayClaim(HURT, THREADED, SETTINGS, run)));
  });

  test('goes on to further draws while an end of the interval lies on a boundary, up to its budget', () => {
    const samplesWith = (equivalencePercent: number): number | false => {
      const settings = { ...SETTINGS, limits: { ...SETTINGS.limits, equivalencePercent, cubesMost: 3 } };
      const found = replayClaim(DISK, HCD_BH, settings, { seed: 1, draws: 16 });
      return found.did === 'replayed' && found.replay.samples;
    };
    expect(samplesWith(0.5)).toBe(16);
    expect(samplesWith(-replayed(DISK, HCD_BH).deltaPercent.p05)).toBe(48);
  });
});
