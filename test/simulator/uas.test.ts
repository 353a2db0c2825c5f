import { describe, expect, test } from 'vitest';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import type { Workload } from '../../src/simulator/workload.ts';
import { DISK, experiment, XHCI, XHCI_BH } from './experiments.ts';

const SSD: Extract<Workload, { kind: 'uas' }> = {
  kind: 'uas',
  direction: 'read',
  speed: 'super',
  transferBytes: 131_072,
  deviceNs: 100_000,
  queueDepth: 1,
};

function at(queueDepth: number, changes: Partial<typeof SSD> = {}): Measurement {
  return run(experiment({ workload: { ...SSD, ...changes, queueDepth } }));
}

describe('UAS', () => {
  test('with one tag is a closed network of one: the sum of its stations', () => {
    const hurried = { ...XHCI, irq: { ...XHCI.irq, moderationNs: 0 } };
    const one = run(experiment({ hcd: hurried, workload: SSD }));
    const busNs = 131_072e9 / 474.9e6;
    const commandNs = 1e9 / one.itemsPerSec;
    expect(commandNs).toBeGreaterThan(100_000 + busNs);
    expect(commandNs).toBeLessThan(100_000 + busNs + 30_000);
  });

  test.each([2, 4, 8, 32])('keeps to the asymptotic bounds with %d tags', (queueDepth) => {
    const one = at(1).itemsPerSec;
    const many = at(queueDepth).itemsPerSec;
    // The bus takes longest here: 276 us for the data of a command.
    const slowestNs = 131_072e9 / 474.9e6;
    expect(many).toBeLessThanOrEqual(Math.min(queueDepth * one, 1e9 / slowestNs) * 1.001);
    expect(many).toBeGreaterThanOrEqual(one);
  });

  test('reaches its slowest station with a few tags: the bus, or the device', () => {
    const busNs = 131_072e9 / 474.9e6;
    expect(at(8).itemsPerSec * busNs).toBeCloseTo(1e9, -7);
    expect(at(8, { deviceNs: 1_000_000 }).itemsPerSec).toBeCloseTo(1000, 0);
  });

  test('adds tags without ever losing throughput', () => {
    let least = 0;
    for (const queueDepth of [1, 2, 3, 4, 6, 8, 16]) {
      const { itemsPerSec } = at(queueDepth, { transferBytes: 4096 });
      expect(itemsPerSec).toBeGreaterThanOrEqual(least * 0.999);
      least = itemsPerSec;
    }
  });

  test('gives three URBs back a command, and takes fewer interrupts than URBs under moderation', () => {
    const measured = run(
      experiment({ workload: { ...SSD, queueDepth: 16, transferBytes: 4096, deviceNs: 10_000 } }),
    );
    expect(measured.urbsPerSec / measured.itemsPerSec).toBeCloseTo(3, 1);
    expect(measured.irqsPerSec).toBeLessThan(measured.urbsPerSec / 2);
  });

  test('is a sequential disk as fast as Bulk-Only, or a little faster', () => {
    const bulkOnly = run(experiment({ workload: { ...DISK, deviceNs: 8_000_000 } })).goodputBytesPerSec;
    const workload = { ...SSD, transferBytes: 1_048_576, deviceNs: 8_000_000, queueDepth: 1 };
    const uas = run(experiment({ hcd: XHCI_BH, workload })).goodputBytesPerSec;
    expect(uas / bulkOnly).toBeGreaterThan(1);
    expect(uas / bulkOnly).toBeLessThan(1.02);
  });
});
