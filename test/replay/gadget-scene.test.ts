import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import type { Hcd, Model, ModelChange } from '../../src/model/hcd.ts';
import { MEDIAN_DRAW } from '../../src/replay/draws.ts';
import { machineOf } from '../../src/replay/machine.ts';
import { probeDeadlock } from '../../src/replay/probe-deadlock.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { sceneOf } from '../../src/replay/scene-of.ts';
import { DWC3, DWC3_DEADLY, DWC3_HARD, withFunctions } from '../simulator/gadgets.ts';
import { claimOf, hcdOf, modelOf, sideOf } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const RUN = { seed: 1, draws: 8 };
const MEGABIT = 1e6;

function changeOf(kind: ModelChange['kind'], from: string, to: string): ModelChange {
  return { kind, from, to, file: null, line: null, evidence: '' };
}

const BUFFERS = changeOf('storage-buffers-changed', '2 buffers', '4 buffers');
const QUEUE = changeOf('ether-queue-changed', '5 times two requests', '20 times two requests');

function gadget(after: Hcd, changes: readonly ModelChange[], before: Hcd = DWC3): Model {
  return modelOf(before, after, { driver: 'dwc3', era: 'E3', changes });
}

const READ = claimOf({
  before: sideOf(35, 'two'),
  after: sideOf(38, 'four'),
  conditions: { tools: ['dd'], frameBytes: null, bufferBytes: null, speed: 'high' },
});
const LINK = claimOf({
  workload: 'net-rx',
  quantity: 'RNDIS',
  unit: 'Mbit/s',
  baseUnit: 'bit/s',
  machine: 'Cortex-A53',
  before: sideOf(300, 'before', MEGABIT),
  after: sideOf(330, 'after', MEGABIT),
});

function whyNot(claim: Claim, model: Model): string {
  const replayed = replayClaim(claim, model, SETTINGS, RUN);
  return replayed.did === 'not' ? `${replayed.why.code}: ${replayed.why.because}` : 'replayed';
}

describe('a rate of mass storage', () => {
  const replayed = replayClaim(READ, gadget(withFunctions({ storageBuffers: 4 }), [BUFFERS]), SETTINGS, RUN);

  test('is fitted to the figure before, and more buffers never lower it', () => {
    if (replayed.did === 'not') throw new Error(replayed.why.because);
    expect(replayed.replay.before.p50 / 35e6).toBeCloseTo(1, 2);
    expect(replayed.replay.deltaPercent.p05).toBeGreaterThanOrEqual(0);
    expect(replayed.replay.closedForm).toBeNull();
  });

  test('is never held against a claim: what the file and the host take is not said', () => {
    expect(replayed.did === 'replayed' ? replayed.leavesOut : null).toMatch(/backing file/);
  });

  test('gains where buffers are longer, and where no thread stands before the giveback', () => {
    const longer = gadget(withFunctions({ storageBufferBytes: 65_536 }), [
      changeOf('storage-buffer-size-changed', '16384 bytes', '65536 bytes'),
    ]);
    const fast = {
      ...READ,
      before: sideOf(120, 'a'),
      conditions: { ...READ.conditions, speed: 'super' as const },
    };
    for (const model of [longer, gadget(DWC3_HARD, [changeOf('irq-unthreaded', 'threaded', 'hard')])]) {
      const gained = replayClaim(fast, model, SETTINGS, RUN);
      if (gained.did === 'not') throw new Error(gained.why.because);
      expect(gained.replay.deltaPercent.p50).toBeGreaterThan(0);
    }
  });

  test('above what high speed carries is of no gadget at high speed', () => {
    const much = { ...READ, before: sideOf(80, 'a'), after: sideOf(90, 'b') };
    expect(whyNot(much, gadget(withFunctions({ storageBuffers: 4 }), [BUFFERS]))).toMatch(
      /^not-modelled: no gadget/,
    );
  });
});

describe('a rate of a link', () => {
  test('is fitted to the figure before', () => {
    const replayed = replayClaim(LINK, gadget(withFunctions({ etherQmult: 20 }), [QUEUE]), SETTINGS, RUN);
    if (replayed.did === 'not') throw new Error(replayed.why.because);
    expect(replayed.replay.before.p50 / 300e6).toBeCloseTo(1, 2);
    expect(replayed.leavesOut).toMatch(/what holds/);
  });

  test('can not be measured where the lock is kept, while mass storage runs', () => {
    const kept = [changeOf('lock-drop-removed', 'dropped', 'held')];
    expect(whyNot(LINK, gadget(DWC3_DEADLY, kept))).toMatch(/deadlocks on dwc->lock/);
    expect(whyNot(READ, gadget(DWC3_DEADLY, kept))).toBe('replayed');
    const probes = probeDeadlock(gadget(DWC3_DEADLY, kept), SETTINGS, 1);
    expect(probes.map(({ workload, before, after }) => [workload, before, after?.lock ?? null])).toEqual([
      ['gadget-ethernet', null, 'dwc->lock'],
      ['gadget-storage', null, null],
    ]);
  });
});

describe('what is not played', () => {
  const deeper = gadget(withFunctions({ storageBuffers: 4 }), [BUFFERS]);
  const queue = gadget(withFunctions({ etherQmult: 20 }), [QUEUE]);

  test.each([
    ['a link, of a change to mass storage', LINK, deeper, /a network link does not use/],
    ['mass storage, of a change to the link', READ, queue, /mass storage does not use/],
    ['a latency', { ...READ, metric: 'latency', baseUnit: 's', unit: 'us' }, deeper, /shows latency/],
    ['a picture', { ...READ, workload: 'video-capture' }, deeper, /only mass storage and network links/],
    ['work without a name', { ...READ, workload: 'other' }, deeper, /only mass storage and network links/],
  ] as const)('%s', (_, claim, model, because) => {
    expect(whyNot(claim as Claim, model)).toMatch(because);
  });

  test('a disk of a host is never a gadget, nor a gadget a disk', () => {
    const kindOf = (model: Model): string => {
      const scene = sceneOf({
        claim: READ,
        model,
        machine: machineOf(null, SETTINGS),
        settings: SETTINGS,
        beside: [],
      });
      return 'code' in scene ? scene.because : scene.settingAt(MEDIAN_DRAW).workload.kind;
    };
    expect(kindOf(deeper)).toBe('gadget-storage');
    expect(kindOf(modelOf(hcdOf(), hcdOf()))).toBe('storage');
  });
});
