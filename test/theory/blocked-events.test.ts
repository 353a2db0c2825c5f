import { describe, expect, test } from 'vitest';
import { hardirqNsPerUrb } from '../../src/replay/urb-path.ts';
import { Order } from '../../src/simulator/engine.ts';
import type { Experiment } from '../../src/simulator/experiment.ts';
import { IrqLine } from '../../src/simulator/irq-line.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { Level } from '../../src/simulator/parts.ts';
import { cpu, fn } from '../../src/simulator/program.ts';
import { run, setUp } from '../../src/simulator/run.ts';
import { AUDIO, CAMERA, COSTS, experiment, PWC, XHCI } from '../simulator/experiments.ts';

/**
 * Isochronous URBs on an xHC that blocks the events of their packets (BEI) and on one that does not (XHCI_AVOID_BEI):
 * of n packets, those at k, 2k, ... before the last interrupt, and the last.
 */
const urbsPerSec = 1e9 / (CAMERA.packetsPerUrb * CAMERA.intervalNs);
const interrupting = (packets: number, every: number): number => 1 + Math.floor((packets - 2) / every);

function film(of: Partial<Experiment>): Measurement {
  return run(experiment({ workload: CAMERA, windowNs: 2_000_000_000, ...of }));
}

describe('events of isochronous packets that are not blocked', () => {
  test.each([1, 4, 8, 15, 16, 30, 31, 32])('interrupt at every %d-th of an URB, and at its last', (every) => {
    const seen = film({ isocEventInterval: every });
    expect(seen.urbsPerSec).toBeCloseTo(urbsPerSec, 6);
    expect(seen.irqsPerSec).toBeCloseTo(urbsPerSec * interrupting(CAMERA.packetsPerUrb, every), 6);
  });

  test('cost an interrupt each, and the handling of as many events', () => {
    const blocked = film({ hasEventPerPacket: true });
    const open = film({ isocEventInterval: 8 });
    const { irqNs, lockNs, mmioReadNs, mmioWriteNs } = COSTS;
    const more = interrupting(CAMERA.packetsPerUrb, 8) - 1;
    const perIrqNs = irqNs + lockNs + mmioReadNs + 2 * mmioWriteNs;
    expect(open.hardirqNsPerUrb - blocked.hardirqNsPerUrb).toBeCloseTo(more * perIrqNs, 6);
    expect(open.itemsPerSec).toBe(blocked.itemsPerSec);
  });

  test('are those that the driver says, and their time in hardirq is the closed form', () => {
    const setting = experiment({ workload: CAMERA });
    for (const every of [null, 4, 8, 15, 32]) {
      const hcd = { ...XHCI, irq: { ...XHCI.irq, isocEvents: { every, least: 8 } } };
      const told = film({ hcd });
      const asked = every === null ? { hasEventPerPacket: true } : { isocEventInterval: every };
      expect(told.irqsPerSec).toBe(film(asked).irqsPerSec);
      expect(told.hardirqNsPerUrb / hardirqNsPerUrb(setting, hcd)).toBeCloseTo(1, 2);
    }
  });

  test('are moderated like all others', () => {
    const hcd = { ...XHCI, irq: { ...XHCI.irq, moderationNs: 1_000_000 } };
    const seen = film({ hcd, isocEventInterval: 1 });
    expect(seen.irqsPerSec).toBeGreaterThan(990);
    expect(seen.irqsPerSec).toBeLessThanOrEqual(1001);
  });

  test('are no more where an URB has no more packets than lie between two', () => {
    for (const workload of [PWC, AUDIO]) {
      const seen = run(experiment({ workload, isocEventInterval: 32 }));
      expect(seen.irqsPerSec).toBe(run(experiment({ workload })).irqsPerSec);
    }
  });

  /** Interrupts in the second after the core was held up for so long. */
  function interruptsAfter(delayNs: number, isocEventInterval: number): number {
    const { host, scenario } = setUp(experiment({ workload: CAMERA, isocEventInterval }));
    const { engine, irqCore } = host.machine;
    const hog = new IrqLine(irqCore.context('hog', Level.hardirq, fn('hog', cpu(delayNs))));
    const onHog = engine.register(() => hog.raise());
    scenario.begin();
    engine.schedule(50_000_000, Order.hardware, onHog);
    engine.run(200_000_000);
    const before = host.controller.line.handled;
    engine.run(1_200_000_000);
    return host.controller.line.handled - before;
  }

  test('interrupt twice as often once a handler has found half a ring', () => {
    const few = 100 * CAMERA.intervalNs;
    const many = 140 * CAMERA.intervalNs;
    const away = (delayNs: number, from: number, to: number): number =>
      Math.abs(interruptsAfter(delayNs, from) - urbsPerSec * interrupting(CAMERA.packetsPerUrb, to));
    expect(away(few, 32, 32)).toBeLessThanOrEqual(1);
    expect(away(many, 32, 16)).toBeLessThanOrEqual(2);
    expect(away(many, 8, 8)).toBeLessThanOrEqual(4);
  });
});
