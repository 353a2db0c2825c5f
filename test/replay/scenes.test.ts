import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import type { Model } from '../../src/model/hcd.ts';
import type { Replay } from '../../src/replay/replay.ts';
import { type ReplayRun, replayClaim } from '../../src/replay/replay-claim.ts';
import { claimOf, ehciOf, hcdOf, modelOf, sideOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const DESKTOP = 'Intel Core i5';
const BEAGLEBONE = 'armv7l, TI AM335x BeagleBone Black';
const HCD_BH = modelOf(hcdOf(), withBh(hcdOf()));

function replayed(claim: Claim, model: Model, more: Partial<ReplayRun> = {}): Replay {
  const found = replayClaim(claim, model, SETTINGS, { seed: 1, draws: 128, ...more });
  return found.did === 'replayed' ? found.replay : expect.fail(found.why.because);
}

describe('EHCI storage at 34.26 MB/s on a machine nobody named', () => {
  const disk = claimOf({ before: sideOf(34.26, 'hard'), after: sideOf(33.44, 'threaded') });
  const threaded = modelOf(ehciOf(), ehciOf({ irq: { ...ehciOf().irq, type: 'threaded' } }), { era: 'E1' });

  test('gets slower by a threaded handler, by a percent or a few', () => {
    const { deltaPercent } = replayed(disk, threaded);
    expect(deltaPercent.p95).toBeLessThan(0);
    expect(deltaPercent.p05).toBeLessThan(-2.39);
    expect(deltaPercent.p05).toBeGreaterThan(-8);
  });

  test('would need 29 us an interrupt for -2.39 %, which is plausible', () => {
    const { implied } = replayed(disk, threaded);
    expect(implied?.parameter).toBe('irqThreadNs');
    expect(implied?.needed).toBeCloseTo(29_317, -1);
    expect(implied?.verdict).toBe('plausible');
  });

  test('loses less than 0.6 % by a tasklet', () => {
    const { deltaPercent } = replayed(disk, modelOf(ehciOf(), withBh(ehciOf()), { era: 'E1' }));
    expect(deltaPercent.p95).toBeLessThan(0);
    expect(deltaPercent.p05).toBeGreaterThan(-0.6);
  });
});

describe('a disk behind UAS under HCD_BH', () => {
  const ssd = { device: 'SSD in a UAS enclosure', machine: DESKTOP } as const;

  test.each([
    ['storage-read', 350],
    ['storage-write', 280],
    ['storage-read', 40],
  ] as const)('%s at %d MB/s keeps its rate: other commands are under way meanwhile', (workload, rate) => {
    const sides = { before: sideOf(rate, 'without'), after: sideOf(1.02 * rate, 'with') };
    const { deltaPercent, before, closedForm } = replayed(claimOf({ ...ssd, workload, ...sides }), HCD_BH);
    expect(before.p50 / (rate * 1e6)).toBeCloseTo(1, 2);
    expect(deltaPercent.p05).toBeGreaterThan(-0.1);
    expect(deltaPercent.p95).toBeLessThan(0.1);
    expect(closedForm).toBe(0);
  });

  test('counts requests of the size the text gives', () => {
    const conditions = { tools: ['fio'], frameBytes: null, bufferBytes: 4096, speed: 'super' } as const;
    const iops = { metric: 'iops', unit: 'IOPS', baseUnit: '1/s', conditions } as const;
    const sides = { before: sideOf(8000, 'without', 1), after: sideOf(8100, 'with', 1) };
    const { calibratedOn, before } = replayed(claimOf({ ...ssd, ...iops, ...sides }), HCD_BH);
    expect(calibratedOn).toBe('deviceNs to 8000 IOPS');
    expect(before.p50 / 8000).toBeCloseTo(1, 2);
  });

  test('can not be faster than its bus', () => {
    const sides = { before: sideOf(600, 'without'), after: sideOf(610, 'with') };
    const found = replayClaim(claimOf({ ...ssd, ...sides }), HCD_BH, SETTINGS, { seed: 1, draws: 16 });
    expect(found.did === 'not' && found.why.code).toBe('cannot-calibrate');
  });
});

describe('a camera under HCD_BH', () => {
  const camera = claimOf({
    metric: 'frame-rate',
    unit: 'fps',
    baseUnit: '1/s',
    workload: 'video-capture',
    device: 'Logitech Brio webcam',
    machine: DESKTOP,
    before: sideOf(26.4451, 'without', 1),
    after: sideOf(26.3949, 'with', 1),
  });

  test('keeps its rate exactly: its own clock sets it', () => {
    const replay = replayed(camera, HCD_BH);
    expect(replay.deltaPercent).toEqual({ p05: 0, p50: 0, p95: 0 });
    expect(replay.before.p50).toBeCloseTo(26.4451, 6);
    expect(replay.decidedBy).toBeNull();
  });
});

describe('gigabit Ethernet under HCD_BH', () => {
  const conditions = { tools: ['pktgen'], frameBytes: 1500, bufferBytes: null, speed: 'super' } as const;
  const adapter = {
    unit: 'Mbit/s',
    baseUnit: 'bit/s',
    device: 'RTL8153',
    machine: DESKTOP,
    conditions,
  } as const;

  test.each(['net-rx', 'net-tx'] as const)('%s stays as it is: ten URBs hide a late giveback', (workload) => {
    const sides = { before: sideOf(830.18, 'without'), after: sideOf(882.75, 'with') };
    const { deltaPercent, before } = replayed(claimOf({ ...adapter, workload, ...sides }), HCD_BH);
    expect(deltaPercent.p05).toBeGreaterThan(-0.5);
    expect(deltaPercent.p95).toBeLessThan(0.5);
    expect(before.p50).toBeCloseTo(830.18e6, 0);
  });

  test('can not be calibrated above the wire', () => {
    const claim = claimOf({ ...adapter, workload: 'net-rx', before: sideOf(1100, 'without') });
    const found = replayClaim(claim, HCD_BH, SETTINGS, { seed: 1, draws: 8 });
    expect(found.did === 'not' && found.why.code).toBe('cannot-calibrate');
  });
});

describe('hardirq time under HCD_BH', () => {
  const words = claimOf({
    kind: 'qualitative',
    metric: 'hardirq-time',
    baseUnit: 's',
    before: null,
    after: null,
  });

  test('falls by tens of percent for storage', () => {
    const { deltaPercent, calibratedOn } = replayed(words, HCD_BH);
    expect(deltaPercent.p95).toBeLessThan(-10);
    expect(calibratedOn).toMatch(/^nothing/);
  });

  test('falls most for a camera, whose completion reads every header', () => {
    const { deltaPercent } = replayed({ ...words, workload: 'video-capture' }, HCD_BH);
    expect(deltaPercent.p95).toBeLessThan(-60);
  });
});

describe('copying from isochronous buffers, coherent to cached', () => {
  const cached = modelOf(hcdOf({ driver: 'musb', buffers: { kind: 'coherent' } }), hcdOf({ driver: 'musb' }));
  const copy = claimOf({
    workload: 'memcpy',
    machine: BEAGLEBONE,
    before: sideOf(33, 'a'),
    after: sideOf(190, 'b'),
  });

  test('is several times faster on a machine without coherent DMA', () => {
    const replay = replayed(copy, cached);
    expect(replay.before.p50).toBeCloseTo(33e6, -3);
    expect(replay.after.p05).toBeLessThan(190e6);
    expect(replay.after.p95).toBeGreaterThan(190e6);
    expect(replay.implied?.verdict).toBe('plausible');
  });

  test('is just as fast on x86', () => {
    const desktop = {
      ...copy,
      machine: 'x86_64',
      before: sideOf(4.1, 'a', 1e9),
      after: sideOf(4.4, 'b', 1e9),
    };
    expect(replayed(desktop, cached).deltaPercent).toEqual({ p05: 0, p50: 0, p95: 0 });
  });

  test('as a time is the buffer by the rate', () => {
    const time = { metric: 'time', unit: 'us', baseUnit: 's', before: sideOf(291, 'a', 1e-6) } as const;
    expect(replayed({ ...copy, ...time }, cached).deltaPercent.p50).toBeCloseTo(-87, 0);
  });

  test('at a tenth of any such machine is not believed', () => {
    const slow = { ...copy, before: sideOf(3.2, 'a') };
    const found = replayClaim(slow, cached, SETTINGS, { seed: 1, draws: 16 });
    expect(found.did === 'not' && found.why.code).toBe('cannot-calibrate');
  });
});

describe('usbnet without queueing the skb again', () => {
  const share = (id: string, quantity: string, percent: number): Claim =>
    claimOf({
      id,
      quantity,
      metric: 'cpu-share',
      unit: '%',
      baseUnit: '%',
      workload: 'cpu-profile',
      machine: 'arm64',
      group: 'listing',
      before: sideOf(percent, 'queued', 1),
      after: sideOf(percent / 1.5, 'direct', 1),
    });
  const listing = [
    share('c1', 'usbnet_bh', 11.58),
    share('c2', 'skb_dequeue', 6.43),
    share('c3', 'skb_queue_tail', 2.21),
  ];
  const [total = expect.fail(), ...parts] = listing;
  const fewerPairs = modelOf(hcdOf(), hcdOf({ skbLockPairs: 2 }));

  test('leaves about 7.2 % of the profile, from the listing before alone', () => {
    const replay = replayed(total, fewerPairs, { beside: parts });
    expect(replay.before.p50).toBeCloseTo(11.58, 2);
    expect(replay.after.p50).toBeCloseTo(7.26, 1);
    expect(replay.calibratedOn).toBe('restNs to 11.58 %');
  });

  test('takes a third of the dequeueing away', () => {
    const [dequeue = expect.fail(), queueTail = expect.fail()] = parts;
    const replay = replayed(dequeue, fewerPairs, { beside: [total, queueTail] });
    expect(replay.deltaPercent.p50).toBeCloseTo(-33.3, 1);
  });
});
