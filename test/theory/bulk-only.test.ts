import { describe, expect, test } from 'vitest';
import { Bus } from '../../src/simulator/bus.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import { Engine } from '../../src/simulator/engine.ts';
import type { Experiment } from '../../src/simulator/experiment.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import { COSTS, costsOf, DISK, experiment, XHCI, XHCI_BH } from '../simulator/experiments.ts';
import { expectMean, SEEDS } from './estimate.ts';

/** Time of one command in steady state by the formula of usb-model 2.1: nothing overlaps, moderation included. */
function commandNs({ hcd, costs, workload }: Experiment): number {
  if (workload.kind !== 'storage') throw new Error('storage only');
  const bus = new Bus(new Engine(), workload.speed);
  const toDoorbell = costs.mapNs + costs.submitNs + costs.lockNs + costs.mmioWriteNs;
  const wireNs = [31, workload.transferBytes, 13].map((bytes) => bus.transferNs(bytes));
  const deviceNs = [0, workload.deviceNs, 0];
  const afterAssert = interruptNs(costs, hcd.hcdBh) + costs.contextSwitchNs;
  let nowNs = 0;
  let lastAssertNs = Number.NEGATIVE_INFINITY;
  const command = (): number => {
    const sinceNs = nowNs;
    nowNs += costs.scsiNs;
    for (const [phase, ns] of wireNs.entries()) {
      const eventNs = nowNs + toDoorbell + ns + (deviceNs[phase] ?? 0);
      lastAssertNs = Math.max(eventNs, lastAssertNs + hcd.irq.moderationNs);
      nowNs = lastAssertNs + afterAssert;
    }
    return nowNs - sinceNs;
  };
  command();
  command();
  return command();
}

/** From the assertion of the interrupt to the switch to the thread it wakes. */
function interruptNs(costs: Costs, isBh: boolean): number {
  const handler = costs.irqNs + costs.lockNs + costs.mmioReadNs + 2 * costs.mmioWriteNs + costs.eventTrbNs;
  const giveback = costs.unmapNs + costs.givebackNs + costs.wakeNs;
  if (!isBh) return handler + giveback + costs.lockNs;
  return handler + costs.bhQueueNs + costs.softirqNs + costs.taskletNs + bhLocksNs(costs) + giveback;
}

/** usb_giveback_urb_bh() takes its lock before and after. */
function bhLocksNs(costs: Costs): number {
  return 2 * costs.lockNs;
}

function perItem(measured: Measurement, perSec: number): number {
  return perSec / measured.itemsPerSec;
}

describe('usb-storage over Bulk-Only', () => {
  test.each(SEEDS)('takes the time of the closed form, whatever the costs of draw %d', (seed) => {
    for (const hcd of [XHCI, XHCI_BH, { ...XHCI, irq: { ...XHCI.irq, moderationNs: 0 } }]) {
      const drawn = experiment({ hcd, costs: costsOf(seed), seed });
      const measured = run(drawn);
      const formula = 1_048_576e9 / commandNs(drawn);
      expect(Math.abs(measured.goodputBytesPerSec / formula - 1)).toBeLessThan(1e-9);
    }
  });

  test('takes the time of the closed form in the mean, where the time of the device varies', () => {
    const hcd = { ...XHCI_BH, irq: { ...XHCI_BH.irq, moderationNs: 0 } };
    const varied = { hcd, workload: { ...DISK, deviceCv: 0.05 }, windowNs: 4_000_000_000 };
    const runs = SEEDS.map((seed) => perItem(run(experiment({ ...varied, seed })), 1e9));
    expectMean(runs, commandNs(experiment(varied)), 0.005);
  });

  test.each([
    ['read' as const, 4096],
    ['read' as const, 122_880],
    ['write' as const, 1_048_576],
  ])('is three interrupts, givebacks and wake-ups a command: %s of %d bytes', (direction, transferBytes) => {
    for (const hcd of [XHCI, XHCI_BH]) {
      const workload = { ...DISK, direction, transferBytes };
      const measured = run(experiment({ hcd, workload }));
      expect(perItem(measured, measured.irqsPerSec)).toBeCloseTo(3, 9);
      expect(perItem(measured, measured.urbsPerSec)).toBeCloseTo(3, 9);
      expect(perItem(measured, measured.wakeupsPerSec)).toBeCloseTo(3, 9);
      expect(perItem(measured, measured.softirqsPerSec['TASKLET'] ?? 0)).toBeCloseTo(hcd.hcdBh ? 3 : 0, 9);
      expect(measured.softirqsPerSec['HI']).toBe(0);
    }
  });

  test('loses three times the cost of an interrupt thread a command, and switches twice an interrupt', () => {
    const hard = { ...XHCI, irq: { ...XHCI.irq, moderationNs: 0 } };
    const before = run(experiment({ hcd: hard }));
    const after = run(experiment({ hcd: { ...hard, irq: { ...hard.irq, type: 'threaded' } } }));
    const grownNs = 1e9 / after.itemsPerSec - 1e9 / before.itemsPerSec;
    expect(grownNs).toBeCloseTo(3 * COSTS.irqThreadNs, 3);
    expect(after.contextSwitchesPerSec / after.irqsPerSec).toBeCloseTo(2, 9);
  });
});
