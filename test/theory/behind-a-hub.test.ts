import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import { Engine } from '../../src/simulator/engine.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import { splitInEndNs, splitOutEndNs } from '../../src/simulator/split.ts';
import { TransactionTranslator } from '../../src/simulator/translator.ts';
import type { Workload } from '../../src/simulator/workload.ts';
import { COSTS, costsOf, experiment, XHCI_BH } from '../simulator/experiments.ts';

const FRAME_NS = 1_000_000;
const MICROFRAME_NS = 125_000;
const SEEDS = Array.from({ length: 25 }, (_, index) => index + 1);

const AT_ONCE: Hcd = { ...XHCI_BH, irq: { ...XHCI_BH.irq, moderationNs: 0 } };

function play(workload: Workload, costs: Costs = COSTS, windowFrames = 100): Measurement {
  return run(experiment({ hcd: AT_ONCE, workload, costs, windowNs: windowFrames * FRAME_NS }));
}

describe('a report of an interrupt endpoint', () => {
  test.each([
    // Asked for in microframe 1, whose end a low-speed report just meets; fetched in microframe 2.
    [14_000, 2],
    [117_000, 2],
    // Held up by others on the hub's bus, it reaches into microframe 2.
    [130_000, 3],
  ])('that takes %d ns is with the host in microframe %d, 46 bytes of bus later', (packetNs, microframe) => {
    expect(splitInEndNs(packetNs, 8)).toBe(microframe * MICROFRAME_NS + 767);
  });

  /** With an URB back and queued again after `busyNs`, the poll of the next millisecond is met or missed. */
  function lost(busyNs: number, isBehindHub: boolean): number {
    return play({ kind: 'hid', intervalNs: FRAME_NS, isBehindHub }, { ...COSTS, taskletNs: busyNs }).lost;
  }

  test('leaves two microframes and a split less of its interval to be queued again', () => {
    const splitNs = splitInEndNs(14_000, 8);
    // What else there is of the way back takes less than 10 us.
    expect(lost(FRAME_NS - splitNs - 10_000, true)).toBe(0);
    expect(lost(FRAME_NS - splitNs, true)).toBeGreaterThan(0);
    expect(lost(FRAME_NS - splitNs, false)).toBe(0);
  });

  test.each(SEEDS)(
    'comes as often as without a hub, and takes as long from its event on: seed %d',
    (seed) => {
      const of = { kind: 'hid', intervalNs: 8 * FRAME_NS } as const;
      const [direct, hub] = [
        play(of, costsOf(seed)),
        play({ ...of, isBehindHub: true, isLowSpeed: true }, costsOf(seed)),
      ];
      expect(hub.itemsPerSec).toBe(direct.itemsPerSec);
      expect(hub.urbLatencyNs).toEqual(direct.urbLatencyNs);
    },
  );
});

describe('full-speed audio', () => {
  test.each([
    // 44.1 kHz stereo of 16 bits is 176 or 180 bytes: one start-split. 48 kHz is 192: two.
    [176, 0],
    [188, 0],
    [189, 1],
    [192, 1],
    [376, 1],
    [1023, 5],
  ])('playing packets of %d bytes has sent the last in microframe %d', (bytes, microframe) => {
    const last = bytes - 188 * microframe;
    expect(splitOutEndNs(bytes)).toBe(microframe * MICROFRAME_NS + Math.ceil(((last + 38) * 8e9) / 480e6));
  });

  const STREAM = { kind: 'audio', packetsPerUrb: 1, urbs: 1, intervalNs: FRAME_NS } as const;

  /** complete() copies for `busyNs` with one URB in the ring, which has what is left of the packet's own frame. */
  function lost(direction: 'in' | 'out', packetBytes: number, busyNs: number, isBehindHub = true): number {
    const copyCachedBytesPerSec = Math.round(packetBytes / (busyNs / 1e9));
    return play({ ...STREAM, direction, packetBytes, isBehindHub }, { ...COSTS, copyCachedBytesPerSec }).lost;
  }

  test.each([
    ['out', 176, splitOutEndNs(176)],
    ['out', 192, splitOutEndNs(192)],
    ['out', 1023, splitOutEndNs(1023)],
    ['in', 192, splitInEndNs(134_000)],
    ['in', 600, splitInEndNs(406_000)],
  ] as const)(
    '%s of %d bytes has the rest of the frame, and without a hub none',
    (direction, bytes, endNs) => {
      const slackNs = FRAME_NS - endNs;
      expect(lost(direction, bytes, slackNs - 20_000)).toBe(0);
      expect(lost(direction, bytes, slackNs)).toBeGreaterThan(0);
      expect(lost(direction, bytes, 1000, false)).toBeGreaterThan(0);
    },
  );
});

describe('full-speed bulk', () => {
  /** Start-split and complete-split of 64 bytes and of none, and 50 tries while the hub is at it for 1/19 of a frame. */
  const PACKET_NS = 2134 + 50 * 1067 + 1067;

  test('has one packet under way: 64 bytes each 56.6 us, 1.13 MB/s of 1.216', () => {
    const translator = new TransactionTranslator(new Engine());
    expect(translator.transferNs(64)).toBe(PACKET_NS);
    expect(translator.transferNs(64 * 1000)).toBe(PACKET_NS * 1000);
    expect((64 * 1e9) / PACKET_NS / 1.216e6).toBeCloseTo(0.931, 3);
  });

  test('of one endpoint at a time never overlaps', () => {
    const translator = new TransactionTranslator(new Engine());
    expect(translator.book(6400)).toBe(100 * PACKET_NS);
  });

  test('of two endpoints fills the hub`s bus with 19 packets a frame, and a third gets no buffer', () => {
    const translator = new TransactionTranslator(new Engine());
    const ends = [1900, 1900, 1900].map((packets) => translator.book(64 * packets));
    expect(ends[0]).toBe(1900 * PACKET_NS);
    expect(ends[1]).toBe(200 * FRAME_NS);
    // It starts when the first is done, and what the bus does for it comes after the second.
    expect(ends[2]).toBe(300 * FRAME_NS);
  });

  test.each(['read', 'write'] as const)(
    'storage, to %s: a command is longer by what its packets are',
    (direction) => {
      const of = {
        kind: 'storage',
        direction,
        speed: 'full',
        transferBytes: 64 * 1000,
        deviceNs: 1_000_000,
      } as const;
      const commandNs = (workload: Workload): number => 1e9 / play(workload, COSTS, 2000).itemsPerSec;
      const translator = new TransactionTranslator(new Engine());
      const splitsNs = [31, 64 * 1000, 13].map((bytes) => translator.transferNs(bytes));
      const directNs = [44_000 / 1.5, 1_000_000_000 / 19, 26_000 / 1.5].map(Math.round);
      const longerNs = sum(splitsNs) - sum(directNs);
      expect(commandNs({ ...of, isBehindHub: true }) - commandNs(of)).toBeCloseTo(longerNs, -1);
    },
  );

  test.each(SEEDS)(
    'storage never is faster than 64 bytes a packet, whatever the machine: seed %d',
    (seed) => {
      const workload = {
        kind: 'storage',
        direction: 'read',
        speed: 'full',
        transferBytes: 122_880,
        deviceNs: 0,
      } as const;
      const { goodputBytesPerSec } = play({ ...workload, isBehindHub: true }, costsOf(seed), 500);
      expect(goodputBytesPerSec).toBeLessThan((64 * 1e9) / PACKET_NS);
      expect(goodputBytesPerSec).toBeGreaterThan((0.98 * 64 * 1e9) / PACKET_NS);
    },
  );

  test('at any other speed there is nothing to translate', () => {
    const of = {
      kind: 'storage',
      direction: 'read',
      speed: 'high',
      transferBytes: 65_536,
      deviceNs: 100_000,
    } as const;
    expect(play({ ...of, isBehindHub: true })).toEqual(play(of));
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
