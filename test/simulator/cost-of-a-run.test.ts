import { describe, expect, test } from 'vitest';
import { run } from '../../src/simulator/run.ts';
import type { Workload } from '../../src/simulator/workload.ts';
import {
  DISK,
  EHCI,
  experiment,
  KEYBOARD,
  RECEIVING,
  SENDING,
  UAS,
  USBNET,
  withBh,
  XHCI,
  XHCI_BH,
} from './experiments.ts';

const QUICK_DISK: Workload = { ...DISK, transferBytes: 65_536, deviceNs: 300_000 };
const STEADY: readonly Workload[] = [QUICK_DISK, UAS, KEYBOARD, RECEIVING, SENDING, USBNET];

describe('the events of a run', () => {
  test.each(STEADY)('grow in proportion to the simulated time: $kind', (workload) => {
    for (const hcd of [XHCI, XHCI_BH, EHCI, withBh(EHCI)]) {
      const eventsOf = (windowNs: number): number => run(experiment({ workload, hcd, windowNs })).events;
      const [one, two, four] = [20e6, 40e6, 80e6].map(eventsOf);
      const first = (two ?? 0) - (one ?? 0);
      const second = (four ?? 0) - (two ?? 0);
      expect(first).toBeGreaterThan(0);
      expect(Math.abs(second / first / 2 - 1)).toBeLessThan(0.1);
    }
  });
});
