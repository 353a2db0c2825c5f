import { describe, expect, test } from 'vitest';
import { eventLog } from '../../src/simulator/event-log.ts';
import { irqsOffWindows } from '../../src/simulator/irqs-off-windows.ts';
import { run } from '../../src/simulator/run.ts';
import { timelineOf } from '../../src/simulator/timeline.ts';
import { ALL_WORKLOADS, experiment, KEYBOARD, withBh, XHCI, XHCI_BH } from './experiments.ts';

const KEYS = experiment({ hcd: XHCI_BH, workload: KEYBOARD, windowNs: 5_000_000 });

describe('a timeline', () => {
  const events = timelineOf(KEYS);

  test('names each core and each context once', () => {
    const names = events.filter((event) => event.ph === 'M').map((event) => event.args?.name);
    expect(names).toContain('cpu0');
    expect(names.filter((name) => name === 'hardirq')).toHaveLength(1);
    expect(names.filter((name) => name === 'softirq')).toHaveLength(1);
  });

  test('closes no slice that it has not opened, and goes forwards on every track', () => {
    const open = new Map<number, number>();
    const lastUs = new Map<number, number>();
    for (const { ph, tid, ts } of events.filter((event) => event.ph === 'B' || event.ph === 'E')) {
      open.set(tid, (open.get(tid) ?? 0) + (ph === 'B' ? 1 : -1));
      expect(open.get(tid)).toBeGreaterThanOrEqual(0);
      expect(ts).toBeGreaterThanOrEqual(lastUs.get(tid) ?? 0);
      lastUs.set(tid, ts);
    }
  });

  test('shows complete() inside the softirq, not inside the interrupt', () => {
    const tracks = new Map(
      events.filter((event) => event.name === 'thread_name').map((event) => [event.tid, event.args?.name]),
    );
    const completions = events.filter((event) => event.name === 'hid_irq_in');
    expect(completions.length).toBeGreaterThan(3);
    expect(new Set(completions.map((event) => tracks.get(event.tid)))).toEqual(new Set(['softirq']));
  });
});

describe('an event log', () => {
  const log = eventLog(timelineOf(KEYS));

  test('says who called what, deeper calls further in', () => {
    const calls = log.filter((line) => line.includes('softirq')).map((line) => line.replace(/^\d+ /, ''));
    expect(calls).toContain('cpu0 softirq __do_softirq');
    expect(calls.some((line) => /^cpu0 softirq {3,}hid_irq_in$/.test(line))).toBe(true);
  });

  test('says where the measurement begins and when interrupts are off', () => {
    expect(log.filter((line) => line.endsWith('measured from here'))).toHaveLength(1);
    expect(log.some((line) => line.endsWith('cpu0 irqs off irqs off'))).toBe(true);
  });
});

describe('the windows with interrupts off', () => {
  test.each(ALL_WORKLOADS)(
    'follow one another, and the longest is the one that is measured: $kind',
    (workload) => {
      for (const hcd of [XHCI, withBh(XHCI)]) {
        const of = experiment({ hcd, workload, windowNs: 5_000_000 });
        const windows = irqsOffWindows(of);
        expect(windows.length).toBeGreaterThan(0);
        let lastNs = 0;
        for (const { startNs, endNs } of windows) {
          expect(startNs).toBeGreaterThanOrEqual(lastNs);
          lastNs = endNs;
        }
        const longestNs = Math.max(...windows.map(({ startNs, endNs }) => endNs - startNs));
        expect(longestNs).toBeLessThanOrEqual(run(of).irqsOffNsMax);
      }
    },
  );

  test('are shorter where complete() has left the interrupt handler', () => {
    const longestOf = (hcd: typeof XHCI): number =>
      Math.max(
        ...irqsOffWindows(experiment({ hcd, workload: KEYBOARD })).map(
          ({ startNs, endNs }) => endNs - startNs,
        ),
      );
    expect(longestOf(XHCI_BH)).toBeLessThan(longestOf(XHCI));
  });
});
