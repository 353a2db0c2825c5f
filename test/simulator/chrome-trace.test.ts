import { describe, expect, test } from 'vitest';
import { type TraceEvent, timelineOf } from '../../src/simulator/timeline.ts';
import { chromeTraceFaults } from './chrome-trace.ts';
import { ALL_WORKLOADS, experiment, withBh, XHCI } from './experiments.ts';

const textOf = (traceEvents: readonly unknown[]): string => JSON.stringify({ traceEvents });

const NAMES: readonly TraceEvent[] = [
  { name: 'process_name', ph: 'M', ts: 0, pid: 0, tid: 1, args: { name: 'cpu0' } },
  { name: 'thread_name', ph: 'M', ts: 0, pid: 0, tid: 1, args: { name: 'hardirq' } },
];
const BEGIN = { name: 'a', ph: 'B', ts: 1, pid: 0, tid: 1 };
const END = { name: 'a', ph: 'E', ts: 2, pid: 0, tid: 1 };

describe('the check of a trace', () => {
  test('passes a slice, a complete event and an instant', () => {
    const complete = { name: 'b', ph: 'X', ts: 2, dur: 0.5, pid: 0, tid: 1 };
    const instant = { name: 'c', ph: 'i', ts: 3, pid: 0, tid: 1 };
    expect(chromeTraceFaults(textOf([...NAMES, BEGIN, END, complete, instant]))).toEqual([]);
  });

  test.each([
    ['a negative time', [{ ...BEGIN, ts: -1 }, END]],
    ['a time in text', [{ ...BEGIN, ts: '1' }, END]],
    ['a length where none belongs', [{ ...BEGIN, dur: 1 }, END]],
    ['a complete event without a length', [{ ...BEGIN, ph: 'X' }]],
    ['a complete event of negative length', [{ ...BEGIN, ph: 'X', dur: -1 }]],
    ['an unknown phase', [{ ...BEGIN, ph: 'Q' }]],
    ['a track that is no number', [{ ...BEGIN, tid: 'one' }]],
    [
      'an event without a name',
      [
        { ...BEGIN, name: '' },
        { ...END, name: '' },
      ],
    ],
    ['events out of order', [{ ...BEGIN, ts: 3 }, END]],
    ['a slice that never ends', [BEGIN]],
    ['a slice that never began', [END]],
    ['slices that cross', [BEGIN, { ...BEGIN, name: 'b' }, END, { ...END, name: 'b' }]],
    [
      'a track without a name',
      [
        { ...BEGIN, tid: 2 },
        { ...END, tid: 2 },
      ],
    ],
    [
      'a process without a name',
      [
        { ...BEGIN, pid: 2 },
        { ...END, pid: 2 },
      ],
    ],
  ])('finds %s', (_, events) => {
    expect(chromeTraceFaults(textOf([...NAMES, ...events]))).not.toEqual([]);
  });
});

describe('a timeline', () => {
  test.each(ALL_WORKLOADS)('keeps to the Chrome trace format: $kind', (workload) => {
    for (const hcd of [XHCI, withBh(XHCI)]) {
      const events = timelineOf(experiment({ hcd, workload, windowNs: 2_000_000 }));
      expect(events.length).toBeGreaterThan(10);
      expect(chromeTraceFaults(textOf(events))).toEqual([]);
    }
  });
});
