import { expect, test } from 'vitest';
import type { Claim, Conditions } from '../../src/claims/claim.ts';
import type { Hcd } from '../../src/model/hcd.ts';
import { MEDIAN_DRAW } from '../../src/replay/draws.ts';
import { playOf } from '../../src/replay/play-of.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { claimOf, hcdOf, modelOf, sideOf } from './built.ts';
import { configured } from './configured.ts';

const settings = configured();
const RUN = { seed: 1, draws: 16 };
const NONE: Conditions = { tools: [], frameBytes: null, bufferBytes: null, speed: null };
const BEHIND: Conditions = { ...NONE, isBehindHub: true };

/** Buffers of a driver coherent before, cached after. */
function model(driver: string) {
  const cached: Partial<Hcd> = { driver, irq: { type: 'hard', handler: `${driver}_irq`, moderationNs: 0 } };
  return modelOf(hcdOf({ ...cached, buffers: { kind: 'coherent' } }), hcdOf(cached), { era: 'E1' });
}

function lost(conditions: Conditions): Claim {
  return claimOf({
    metric: 'loss',
    quantity: 'lost packets per second',
    unit: 'packets/s',
    baseUnit: '1/s',
    better: 'lower',
    workload: 'video-capture',
    device: 'Philips webcam',
    machine: 'TI AM335x BeagleBone Black',
    before: sideOf(96, 'before', 1),
    after: sideOf(0.2, 'after', 1),
    conditions,
  });
}

function workloadOf(claim: Claim, driver: string) {
  const play = playOf({ claim, model: model(driver), settings, run: RUN });
  return 'code' in play ? play : play.scene.settingAt(MEDIAN_DRAW).workload;
}

test('MUSB loses packets of a camera behind a hub while its handler reads coherent memory', () => {
  const replayed = replayClaim(lost(BEHIND), model('musb'), settings, RUN);
  if (replayed.did === 'not') throw new Error(replayed.why.because);
  expect(replayed.replay.deltaPercent.p95).toBe(-100);
  expect(workloadOf(lost(BEHIND), 'musb')).toMatchObject({ kind: 'pwc', isBehindHub: true });
});

test('any other controller has URBs in hand, and loses nothing', () => {
  const replayed = replayClaim(lost(BEHIND), model('xhci'), settings, RUN);
  expect(replayed).toMatchObject({ did: 'not', why: { code: 'cannot-calibrate' } });
});

test('the time of a copy is that of the camera behind its hub, on both sides', () => {
  const of = (conditions: Conditions): Claim => ({
    ...lost(conditions),
    ...{ metric: 'time', quantity: 'memcpy', baseUnit: 's', workload: 'memcpy' },
    before: sideOf(300, 'before', 1e-6),
    after: sideOf(50, 'after', 1e-6),
  });
  expect(workloadOf(of(BEHIND), 'musb')).toMatchObject({ isBehindHub: true });
  expect(workloadOf(of(NONE), 'musb')).not.toHaveProperty('isBehindHub');
  expect(workloadOf(of(BEHIND), 'ohci')).not.toHaveProperty('isBehindHub');
});
