import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import type { Model } from '../../src/model/hcd.ts';
import { playDraws } from '../../src/replay/play-draws.ts';
import type { Replayed } from '../../src/replay/replay.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { sceneOf } from '../../src/replay/scene-of.ts';
import { claimOf, ehciOf, hcdOf, modelOf, sideOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const DESKTOP = 'Intel Core i5';
const HCD_BH = modelOf(hcdOf(), withBh(hcdOf()));
const THREADED = modelOf(ehciOf(), ehciOf({ irq: { ...ehciOf().irq, type: 'threaded' } }), { era: 'E1' });
const CACHED = modelOf(hcdOf({ buffers: { kind: 'coherent' } }), hcdOf(), { era: 'E1' });

function played(claim: Claim, model: Model, beside: readonly Claim[] = []): Replayed {
  return replayClaim(claim, model, SETTINGS, { seed: 1, draws: 48, beside });
}

function replayed(claim: Claim, model: Model, beside: readonly Claim[] = []) {
  const found = played(claim, model, beside);
  return found.did === 'replayed' ? found : expect.fail(found.why.because);
}

function why(claim: Claim, model: Model): string {
  const found = played(claim, model);
  return found.did === 'not' ? `${found.why.code}: ${found.why.because}` : expect.fail('was replayed');
}

interface Sketch extends Partial<Omit<Claim, 'before' | 'after'>> {
  readonly figures: readonly [before: number, after: number];
  readonly scale?: number;
}

function figureOf({ figures, scale = 1, ...more }: Sketch): Claim {
  const [before, after] = figures;
  return claimOf({
    better: 'lower',
    machine: DESKTOP,
    before: sideOf(before, 'without', scale),
    after: sideOf(after, 'with', scale),
    ...more,
  });
}

const latency = (more: Sketch): Claim =>
  figureOf({ metric: 'latency', unit: 'us', baseUnit: 's', scale: 1e-6, ...more });
const load = (more: Sketch): Claim => figureOf({ metric: 'cpu-load', unit: '%', baseUnit: '%', ...more });
const rate = (more: Sketch): Claim => figureOf({ unit: '1/s', baseUnit: '1/s', ...more });

describe('the time of one command', () => {
  const command = latency({ quantity: 'clat avg', machine: null, figures: [3500, 3590] });

  test('is fitted by the time of the device, and grows by three threaded interrupts', () => {
    const { replay, leavesOut } = replayed(command, THREADED);
    expect(replay.calibratedOn).toBe('deviceNs to 3500 us');
    expect(replay.before.p50).toBeCloseTo(3500e-6, 5);
    expect(replay.deltaPercent.p05).toBeGreaterThan(0);
    expect(replay.closedForm).not.toBeNull();
    expect(replay.implied?.parameter).toBe('irqThreadNs');
    expect(leavesOut).toBeUndefined();
  });

  test('at the 99th percentile is a matter of the device, against which the model does not speak', () => {
    expect(replayed({ ...command, quantity: 'clat p99' }, THREADED).leavesOut).toMatch(/in the device/);
  });
});

describe('the path of one URB', () => {
  test('agrees with its formula in the mean, under moderation and without, inline and deferred', () => {
    const urb = latency({ quantity: 'mean URB completion latency', figures: [40, 41] });
    const { replay } = replayed(urb, HCD_BH);
    expect(replay.calibratedOn).toBe('elsewhereNs to 40 us');
    expect(replay.closedForm).toBeGreaterThan(0);
    expect(replay.deltaPercent.p05).toBeGreaterThan(0);
    expect(replay.deltaPercent.p95).toBeLessThan(10);
  });

  test('has no formula for a tail, and no other load to make one', () => {
    const urb = latency({ quantity: 'URB completion latency p99', figures: [120, 45] });
    const { replay, leavesOut } = replayed(urb, HCD_BH);
    expect(replay.closedForm).toBeNull();
    expect(replay.deltaPercent.p95).toBeLessThan(10);
    expect(leavesOut).toMatch(/no other load/);
    expect(replay.decidedBy).not.toBeNull();
    expect(replay.implied?.verdict).toBe('implausible');
  });

  test('is of the mouse, with a disk beside it, when the mouse is what is measured', () => {
    const mouse = latency({
      quantity: 'mouse latency while dd reads from a disk',
      figures: [800, 790],
      where: { messageId: null, line: 1, text: 'mouse latency while dd reads from a disk' },
    });
    const { replay } = replayed(mouse, HCD_BH);
    expect(Math.abs(replay.deltaPercent.p50)).toBeLessThan(1);
    expect(replay.events).toBeGreaterThan(0);
  });

  test('shows how long interrupts are off: copying out of uncached memory keeps them off', () => {
    const off = latency({
      quantity: 'longest irqs-off section, uvc camera',
      workload: 'video-capture',
      machine: 'TI AM335x BeagleBone Black',
      figures: [9000, 2000],
    });
    const { replay, leavesOut } = replayed(off, CACHED);
    expect(replay.deltaPercent.p95).toBeLessThan(0);
    expect(leavesOut).toMatch(/no other driver/);
  });

  test('is not what cyclictest waits for', () => {
    const timer = latency({ quantity: 'cyclictest max', figures: [90, 60] });
    expect(why(timer, HCD_BH)).toMatch(/^not-modelled: the model has no thread that waits for a timer/);
  });
});

describe('the load of the CPUs', () => {
  const camera = { quantity: 'CPU load', workload: 'video-capture', machine: 'Cortex-A53' } as const;

  test('falls when pictures are read out of cached memory', () => {
    const { replay, leavesOut } = replayed(load({ ...camera, figures: [38, 24] }), CACHED);
    expect(replay.calibratedOn).toBe('elsewherePercent to 38 %');
    expect(replay.deltaPercent.p95).toBeLessThan(0);
    expect(replay.deltaPercent.p05).toBeGreaterThan(-90);
    expect(leavesOut).toBeUndefined();
  });

  test('hardly moves with the context of complete(), and how the kernel accounts for it is not played', () => {
    const { replay, leavesOut } = replayed(load({ ...camera, figures: [38, 24] }), HCD_BH);
    expect(Math.abs(replay.deltaPercent.p50)).toBeLessThan(2);
    expect(leavesOut).toMatch(/accounts for time in interrupts/);
  });

  test('runs at the rate that the same mail gives', () => {
    const fast = figureOf({
      figures: [400, 400],
      scale: 1e6,
      unit: 'MB/s',
      baseUnit: 'B/s',
      metric: 'throughput',
    });
    const slow = figureOf({
      figures: [4, 4],
      scale: 1e6,
      unit: 'MB/s',
      baseUnit: 'B/s',
      metric: 'throughput',
    });
    const disk = load({ quantity: 'CPU load', figures: [30, 31] });
    const threaded = modelOf(hcdOf(), hcdOf({ irq: { ...hcdOf().irq, type: 'threaded' } }));
    const [more, less] = [fast, slow].map(
      (beside) => replayed(disk, threaded, [beside]).replay.deltaPercent.p50,
    );
    expect(more).toBeGreaterThan(10 * (less ?? Number.NaN));
  });

  test('of softirqs comes with HCD_BH, and is not told apart from other softirqs', () => {
    const net = load({
      quantity: 'ksoftirqd CPU',
      workload: 'net-rx',
      machine: 'Cortex-A53',
      figures: [46.5, 96.7],
    });
    const { replay, leavesOut } = replayed(net, HCD_BH);
    expect(replay.deltaPercent.p05).toBeGreaterThan(0);
    expect(leavesOut).toMatch(/softirqs/);
  });
});

describe('interrupts and context switches', () => {
  test('a Bulk-Only command interrupts three times, whoever gives back: their rate follows the commands', () => {
    const irqs = rate({ metric: 'irq-rate', quantity: 'interrupts per second', figures: [2000, 900] });
    const { replay, leavesOut } = replayed(irqs, HCD_BH);
    expect(replay.deltaPercent.p05).toBeGreaterThan(-0.5);
    expect(replay.closedForm).not.toBeNull();
    expect(leavesOut).toBeUndefined();
  });

  test('fewer interrupts come of a longer moderation, as far as there are events to gather', () => {
    const moderated = (moderationNs: number) => withBh(hcdOf({ irq: { ...hcdOf().irq, moderationNs } }));
    const irqs = rate({
      metric: 'irq-rate',
      quantity: 'interrupts per second',
      workload: 'net-rx',
      figures: [10_000, 2000],
    });
    const { replay } = replayed(irqs, modelOf(moderated(5_000), moderated(500_000)));
    expect(replay.deltaPercent.p95).toBeLessThan(-50);
  });

  test('a threaded handler adds a switch for each interrupt', () => {
    const switches = rate({
      metric: 'context-switch-rate',
      quantity: 'context switches per second',
      machine: null,
      figures: [1600, 2400],
    });
    const { deltaPercent, decidedBy } = replayed(switches, THREADED).replay;
    expect(deltaPercent.p05).toBeGreaterThan(35);
    // Three interrupts for three switches of usb-storage; four more where a slow disk lets its queue heads idle.
    expect(deltaPercent.p50).toBeLessThan(101);
    expect(deltaPercent.p95).toBeLessThan((100 * (3 + 4)) / 3 + 1);
    expect(decidedBy?.parameter).toBe('idleCounted');
  });
});

describe('what is lost', () => {
  const dropouts = figureOf({
    metric: 'loss',
    workload: 'audio',
    unit: '',
    baseUnit: '1',
    quantity: 'audio dropouts while copying to a disk',
    figures: [12, 1],
  });

  test('is nothing while a ring has milliseconds in hand: the reason says how many', () => {
    expect(why(dropouts, HCD_BH)).toMatch(
      /^cannot-calibrate: before the change the model loses nothing beside a busy disk: .* 12 ms in hand/,
    );
  });
});

test('elapsed time changes as the inverse of the rate, whatever was moved', () => {
  const elapsed = figureOf({
    metric: 'time',
    quantity: 'elapsed',
    unit: 's',
    baseUnit: 's',
    machine: null,
    figures: [18.9, 19.2],
  });
  const { replay } = replayed(elapsed, THREADED);
  expect(replay.calibratedOn).toBe('bytesMoved to 18.9 s');
  expect(replay.deltaPercent.p05).toBeGreaterThan(0);
  expect(why({ ...elapsed, quantity: 'sys time' }, THREADED)).toMatch(/^not-modelled/);
});

test('a series that changes nothing of what is played says what it changes', () => {
  const claim = load({ quantity: 'CPU load', figures: [30, 20] });
  const unmodelled = [
    { file: 'drivers/net/usb/r8152.c', why: 'number of URBs (P14): 10 → 20, line 8; no parameter' },
  ];
  expect(why(claim, modelOf(hcdOf(), hcdOf(), { unmodelled }))).toBe(
    'not-modelled: the series changes the number of URBs (drivers/net/usb/r8152.c), which the model does not play',
  );
});

test.each<[name: string, claim: Claim]>([
  ['latency', latency({ quantity: 'URB completion latency p99', figures: [120, 45] })],
  ['load', load({ quantity: 'CPU load', figures: [30, 20] })],
  ['interrupts', rate({ metric: 'irq-rate', quantity: 'interrupts per second', figures: [2000, 900] })],
])('two equal drivers differ by exactly 0 in %s, draw by draw', (_, claim) => {
  const hcd = withBh(hcdOf());
  const model = modelOf(hcd, hcd);
  const machine = { class: 'x86-desktop', slowdown: 1 };
  const scene = sceneOf({ claim, model, machine, settings: SETTINGS, beside: [] });
  if ('code' in scene) return expect.fail(scene.because);
  const play = {
    scene,
    sides: { before: hcd, after: hcd },
    claim,
    settings: SETTINGS,
    run: { seed: 3, draws: 8 },
  };
  const pairs = playDraws(play, { from: 0, to: 8 }).filter((pair) => pair !== null);
  expect(pairs.length).toBeGreaterThan(0);
  expect(pairs.map((pair) => ('deltaPercent' in pair ? pair.deltaPercent : pair.because))).toEqual(
    pairs.map(() => 0),
  );
});
