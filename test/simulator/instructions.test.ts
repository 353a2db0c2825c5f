import { describe, expect, test } from 'vitest';
import type { Costs } from '../../src/simulator/costs.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import { COSTS, DISK, experiment, withBh, XHCI } from './experiments.ts';

/**
 * Instructions of Linux 6.1 serving a Bulk-Only disk on an xHC, as traced: the interrupt handler took 2133 for an URB
 * with HCD_BH and 2319 without, of which dropping and taking the lock again were 20; the TASKLET softirq took 1061.
 */
const TRACED = { handlerBh: 2133, handlerInline: 2319, softirq: 1061, relock: 20 };

/**
 * One nanosecond stands for one instruction. What is known of the parts: the lock from the trace; unmap, giveback and
 * queueing from the length of their code; waking a thread from the tracepoint to the return. The rest of the handler
 * follows from the run without HCD_BH, and the rest of the softirq from its own figure; the handler with HCD_BH, and
 * all shares with it, are predicted.
 */
const PARTS = { unmapNs: 60, givebackNs: 120, wakeNs: 380, bhQueueNs: 250 };
const inlineNs = PARTS.unmapNs + PARTS.givebackNs + PARTS.wakeNs;
const INSTRUCTIONS: Costs = {
  ...COSTS,
  ...PARTS,
  irqNs: 0,
  mmioReadNs: 1,
  mmioWriteNs: 1,
  lockNs: TRACED.relock,
  eventTrbNs: TRACED.handlerInline - inlineNs - 2 * TRACED.relock - 3,
  softirqNs: 0,
  taskletNs: TRACED.softirq - inlineNs - 2 * TRACED.relock,
};

function perUrb(measured: Measurement, share: number): number {
  return (share * 1e9) / measured.urbsPerSec;
}

describe('the instruction counts of a traced kernel', () => {
  const inline = run(experiment({ hcd: XHCI, costs: INSTRUCTIONS, workload: DISK }));
  const bh = run(experiment({ hcd: withBh(XHCI), costs: INSTRUCTIONS, workload: DISK }));

  test('are what the parts add up to in the runs they were taken from', () => {
    expect(inline.hardirqNsPerUrb).toBeCloseTo(TRACED.handlerInline, 6);
    expect(perUrb(bh, bh.softirqShare)).toBeCloseTo(TRACED.softirq, 6);
    expect(inline.softirqShare).toBe(0);
  });

  test('agree with the prediction within 15 percent where the flag moves the giveback', () => {
    expect(Math.abs(bh.hardirqNsPerUrb / TRACED.handlerBh - 1)).toBeLessThan(0.15);
    const ratio = bh.hardirqNsPerUrb / inline.hardirqNsPerUrb;
    expect(Math.abs(ratio / (TRACED.handlerBh / TRACED.handlerInline) - 1)).toBeLessThan(0.15);
    const share = bh.hardirqShare / (bh.hardirqShare + bh.softirqShare);
    const traced = TRACED.handlerBh / (TRACED.handlerBh + TRACED.softirq);
    expect(Math.abs(share / traced - 1)).toBeLessThan(0.15);
  });
});
