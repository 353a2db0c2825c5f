import { describe, expect, test } from 'vitest';
import { run } from '../../src/simulator/run.ts';
import { Timeline, type TraceEvent } from '../../src/simulator/timeline.ts';
import { experiment, KEYBOARD, XHCI_BH } from './experiments.ts';

function timelineOf(): readonly TraceEvent[] {
  let timeline: Timeline | undefined;
  const monitorOf = (engine: { readonly nowNs: number }): Timeline => {
    timeline = new Timeline(() => engine.nowNs);
    return timeline;
  };
  run(experiment({ hcd: XHCI_BH, workload: KEYBOARD, windowNs: 5_000_000 }), { monitorOf });
  return timeline?.events ?? [];
}

describe('a timeline', () => {
  const events = timelineOf();

  test('names each core and each context once', () => {
    const names = events.filter((event) => event.ph === 'M').map((event) => event.args?.name);
    expect(names).toContain('cpu0');
    expect(names.filter((name) => name === 'hardirq')).toHaveLength(1);
    expect(names.filter((name) => name === 'softirq')).toHaveLength(1);
  });

  test('closes no slice that it has not opened, and goes forwards on every track', () => {
    const open = new Map<number, number>();
    const lastUs = new Map<number, number>();
    for (const { ph, tid, ts } of events.filter((event) => event.ph !== 'M')) {
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
