import { describe, expect, test } from 'vitest';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import type { Workload } from '../../src/simulator/workload.ts';
import { AUDIO, COSTS, EHCI, experiment, KEYBOARD, RECEIVING, withBh, XHCI, XHCI_BH } from './experiments.ts';

/** Reception at high speed fills the bulk list; a keyboard on the same root hub has the other one. */
const BULK: Workload = { ...RECEIVING, speed: 'high' };

function besideOf(measured: Measurement): NonNullable<Measurement['beside']> {
  if (measured.beside === null) throw new Error('there is nothing beside');
  return measured.beside;
}

describe('a keyboard beside a bulk stream', () => {
  // A receive path so dear that the core hardly keeps up.
  const costs = { ...COSTS, rxStackNs: 8000, unmapNs: 4000 };
  const alone = run(experiment({ workload: KEYBOARD, costs }));

  test('waits longer than alone, and no measurement of one stands for the other', () => {
    const both = run(experiment({ workload: BULK, beside: KEYBOARD, costs }));
    const beside = besideOf(both);
    expect(beside.itemsPerSec).toBeCloseTo(1000, -2);
    expect(beside.urbLatencyNs.mean).toBeGreaterThan(alone.urbLatencyNs.mean);
    expect(both.urbsPerSec).toBeGreaterThan(beside.urbsPerSec);
    expect(alone.beside).toBeNull();
  });

  test('waits for a round of the bulk list since v6.0, and for the list to stay empty before', () => {
    const hcd = { ...withBh(EHCI), irq: { ...EHCI.irq, moderationNs: 0 } };
    const dear = { ...COSTS, unmapNs: 20_000 };
    const stream = { ...BULK, urbBytes: 1536, coalesceNs: 0, offeredFramesPerSec: 30_000 };
    const waitIn = (era: 'E2' | 'E3'): number =>
      besideOf(run(experiment({ hcd, workload: stream, beside: KEYBOARD, costs: dear, era }))).urbLatencyNs
        .max;
    expect(waitIn('E3')).toBeLessThanOrEqual(waitIn('E2'));
  });

  test('does not disturb the stream it stands beside', () => {
    for (const hcd of [XHCI, XHCI_BH]) {
      const without = run(experiment({ hcd, workload: RECEIVING }));
      const both = run(experiment({ hcd, workload: RECEIVING, beside: KEYBOARD }));
      expect(both.goodputBytesPerSec / without.goodputBytesPerSec).toBeCloseTo(1, 4);
    }
  });
});

describe('audio', () => {
  test('plays without a gap, and with one for every interval its URBs come too late', () => {
    const played = run(experiment({ workload: AUDIO }));
    expect(played.itemsPerSec).toBeCloseTo(8000, 3);
    expect(played.lost).toBe(0);
    // Each URB takes longer to handle than it lasts.
    const costs = { ...COSTS, submitNs: 1_500_000 };
    expect(run(experiment({ workload: AUDIO, costs })).lost).toBeGreaterThan(0);
  });

  test('beside a stream that keeps the core busy is served from the high-priority list', () => {
    const { beside, softirqsPerSec } = run(experiment({ hcd: XHCI_BH, workload: RECEIVING, beside: AUDIO }));
    expect(beside?.lost).toBe(0);
    expect(softirqsPerSec['HI']).toBeCloseTo(1000, -1);
  });
});
