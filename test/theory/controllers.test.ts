import { describe, expect, test } from 'vitest';
import { Order } from '../../src/simulator/engine.ts';
import { IrqLine } from '../../src/simulator/irq-line.ts';
import { Level } from '../../src/simulator/parts.ts';
import { cpu, fn } from '../../src/simulator/program.ts';
import { run, setUp } from '../../src/simulator/run.ts';
import { urbOf } from '../../src/simulator/urb.ts';
import { CAMERA, COSTS, EHCI, experiment, MUSB, PWC, withBh, XHCI } from '../simulator/experiments.ts';

/** Interrupts taken in a time when one URB finishes each period. */
function interrupts(moderationNs: number, periodNs: number, untilNs: number): number {
  const hcd = { ...XHCI, irq: { ...XHCI.irq, moderationNs } };
  const { host } = setUp(experiment({ hcd }));
  const { engine } = host.machine;
  const of = {
    pipe: 'bulk',
    direction: 'in',
    bytes: 0,
    isMapped: false,
    start: () => {},
    tally: host.tally,
  } as const;
  const onArrival = engine.register(() => {
    host.controller.finish(urbOf({ ...of, complete: fn('complete') }));
    engine.schedule(periodNs, Order.hardware, onArrival);
  });
  engine.schedule(periodNs, Order.hardware, onArrival);
  engine.run(untilNs);
  return host.controller.line.handled;
}

describe('interrupt moderation of an xHC', () => {
  test.each([
    [40_000, 5_000],
    [40_000, 39_999],
    [40_000, 40_000],
    [40_000, 100_000],
    [5_000, 100_000],
    [1_000_000, 30_000],
  ])('keeps interrupts %d ns apart when URBs come every %d ns', (moderationNs, periodNs) => {
    const untilNs = 20_000_000;
    const expected = untilNs / Math.max(moderationNs, periodNs);
    expect(Math.abs(interrupts(moderationNs, periodNs, untilNs) - expected)).toBeLessThanOrEqual(1);
  });

  test('left at its reset value of 1 ms holds Bulk-Only to a command every two to three milliseconds', () => {
    const slow = { ...XHCI, irq: { ...XHCI.irq, moderationNs: 1_000_000 } };
    const workload = {
      kind: 'storage',
      direction: 'read',
      speed: 'super',
      transferBytes: 4096,
      deviceNs: 0,
    } as const;
    expect(1e9 / run(experiment({ hcd: slow, workload })).itemsPerSec).toBeCloseTo(3_000_000, -3);
  });
});

describe('a controller with a frame clock', () => {
  test('reports a bulk transfer half a frame late in the mean', () => {
    const workload = {
      kind: 'storage',
      direction: 'read',
      speed: 'high',
      transferBytes: 4096,
      deviceNs: 50_000,
    } as const;
    const hurried = { ...EHCI, irq: { ...EHCI.irq, moderationNs: 0 } };
    const withClock = 1e9 / run(experiment({ hcd: EHCI, workload })).itemsPerSec;
    const without = 1e9 / run(experiment({ hcd: hurried, workload })).itemsPerSec;
    expect((withClock - without) / (3 * 62_500)).toBeCloseTo(1, 2);
  });
});

describe('isochronous slack', () => {
  // One packet makes a picture, so that every interval that goes by without an URB is seen.
  const workload = { ...CAMERA, frameBytes: CAMERA.packetBytes, framesPerSec: 8000 };
  const urbNs = CAMERA.packetsPerUrb * CAMERA.intervalNs;

  /** Pictures lost when the core is held up once, just before an URB completes. */
  function lostAfter(delayNs: number, urbs: number): number {
    const { host, scenario } = setUp(experiment({ workload: { ...workload, urbs } }));
    const { engine, irqCore } = host.machine;
    const hog = new IrqLine(irqCore.context('hog', Level.hardirq, fn('hog', cpu(delayNs))));
    const onHog = engine.register(() => hog.raise());
    scenario.begin();
    engine.schedule(CAMERA.intervalNs + 2 * urbNs, Order.hardware, onHog);
    engine.run(20 * urbNs);
    return host.tally.lost;
  }

  test.each([1, 2, 3, 5])('is (N - 1) n intervals with N = %d URBs', (urbs) => {
    const slackNs = (urbs - 1) * urbNs;
    if (urbs > 1) expect(lostAfter(slackNs - CAMERA.intervalNs, urbs)).toBe(0);
    expect(lostAfter(slackNs + CAMERA.intervalNs, urbs)).toBeGreaterThan(0);
    expect(lostAfter(slackNs + 10 * CAMERA.intervalNs, urbs)).toBeGreaterThanOrEqual(10);
  });
});

describe('MUSB', () => {
  // 9600 B at 33 MB/s take 291 us, more than is left of a frame after a 960-byte packet at full speed.
  const slow = { ...COSTS, copyCoherentBytesPerSec: 20_000_000, copyCachedBytesPerSec: 190_000_000 };

  test('stands still while complete() copies, and misses frames that a queueing controller does not', () => {
    const coherent = { buffers: { kind: 'coherent' as const } };
    const musb = run(experiment({ hcd: { ...MUSB, ...coherent }, workload: PWC, costs: slow }));
    const xhci = run(experiment({ hcd: { ...XHCI, ...coherent }, workload: PWC, costs: slow }));
    const cached = run(experiment({ hcd: MUSB, workload: PWC, costs: slow }));
    expect(musb.lost).toBeGreaterThan(0);
    expect(xhci.lost).toBe(0);
    expect(cached.lost).toBe(0);
    expect(run(experiment({ hcd: withBh(MUSB), workload: PWC, costs: slow })).lost).toBe(0);
  });
});
