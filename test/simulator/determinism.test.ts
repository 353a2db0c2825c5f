import { describe, expect, test } from 'vitest';
import { eventLog } from '../../src/simulator/event-log.ts';
import type { Experiment } from '../../src/simulator/experiment.ts';
import { silentMonitor } from '../../src/simulator/monitor.ts';
import { run } from '../../src/simulator/run.ts';
import { timelineOf } from '../../src/simulator/timeline.ts';
import { ALL_HCDS, ALL_WORKLOADS, DISK, experiment, withBh, XHCI, XHCI_BH } from './experiments.ts';

function logOf(of: Experiment): readonly string[] {
  return eventLog(timelineOf(of));
}

describe('the same experiment', () => {
  test.each(ALL_WORKLOADS)('gives the same measurement to the last bit: $kind', (workload) => {
    for (const hcd of [...ALL_HCDS, ...ALL_HCDS.map(withBh)]) {
      const once = run(experiment({ hcd, workload, windowNs: 20_000_000 }));
      const again = run(experiment({ hcd: structuredClone(hcd), workload, windowNs: 20_000_000 }));
      expect(JSON.stringify(again)).toBe(JSON.stringify(once));
    }
  });

  test.each(ALL_WORKLOADS)('is the same line for line: $kind', (workload) => {
    const of = experiment({ hcd: XHCI_BH, workload, windowNs: 5_000_000 });
    const log = logOf(of);
    expect(log.length).toBeGreaterThan(10);
    expect(logOf(of)).toEqual(log);
  });

  test('is not disturbed by somebody listening', () => {
    const of = experiment();
    const heard = run(of, { monitorOf: () => ({ ...silentMonitor }) });
    expect(heard).toEqual(run(of));
  });
});

describe('common random numbers', () => {
  const varied = { ...DISK, deviceCv: 0.3 };

  test('give the k-th command the same device before and after', () => {
    const before = run(experiment({ workload: varied }));
    const after = run(experiment({ workload: varied, hcd: XHCI_BH }));
    const other = run(experiment({ workload: varied, seed: 2 }));
    const change = (from: number, to: number): number => Math.abs(to / from - 1);
    expect(change(before.goodputBytesPerSec, after.goodputBytesPerSec)).toBeLessThan(1e-3);
    expect(change(before.goodputBytesPerSec, other.goodputBytesPerSec)).toBeGreaterThan(1e-2);
  });

  test('give a controller with a frame clock the same phases, so that only costs differ', () => {
    const hard = { ...XHCI, driver: 'ehci', irq: { ...XHCI.irq, moderationNs: 125_000 } };
    const slow = { ...hard, irq: { ...hard.irq, type: 'threaded' as const } };
    const before = run(experiment({ hcd: hard }));
    const after = run(experiment({ hcd: slow }));
    expect(1e9 / after.itemsPerSec - 1e9 / before.itemsPerSec).toBeCloseTo(9000, 3);
  });
});
