import { describe, expect, test } from 'vitest';
import { HostChannels } from '../../src/simulator/controller/host-channels.ts';
import { fn } from '../../src/simulator/program.ts';
import { run } from '../../src/simulator/run.ts';
import { Tally } from '../../src/simulator/tally.ts';
import { urbOf } from '../../src/simulator/urb.ts';
import {
  COSTS,
  DISK,
  DWC2,
  experiment,
  KEYBOARD,
  MUSB,
  UAS,
  withBh,
  withoutBh,
  XHCI,
} from './experiments.ts';

const HCD = withBh(DWC2);
const PART_BYTES = 65_024;

describe('the channels of a dwc2', () => {
  const tally = new Tally();
  const started: number[] = [];
  const urbs = Array.from({ length: 3 }, (_, endpoint) =>
    urbOf({
      pipe: 'bulk',
      direction: 'in',
      endpoint,
      bytes: 2 * PART_BYTES,
      complete: fn('complete'),
      isMapped: true,
      tally,
      start: () => started.push(endpoint),
    }),
  );

  test('carry as many endpoints at once as there are channels, and the others in the order they came', () => {
    const interrupts: number[] = [];
    const channels = new HostChannels(
      () => interrupts.push(started.length),
      () => 0,
      2,
    );
    for (const urb of urbs) channels.queue(urb);
    while (channels.isStartable) channels.start();
    expect(started).toEqual([0, 1]);

    channels.finish(urbs[1] as (typeof urbs)[number]);
    const part = channels.take();
    expect(part?.urb).toBeNull();
    if (part !== null) channels.release(part);
    expect(channels.isStartable).toBe(true);
    channels.start();
    expect(started).toEqual([0, 1, 2]);
    expect(channels.isStartable).toBe(false);
    expect(interrupts).toEqual([2]);
  });
});

describe('a dwc2', () => {
  test.each([1, 2, 17])('stops %d times for a transfer of so many parts', (parts) => {
    const workload = { ...DISK, speed: 'high', transferBytes: parts * PART_BYTES } as const;
    const { irqsPerSec, urbsPerSec, itemsPerSec } = run(experiment({ hcd: HCD, workload }));
    expect(urbsPerSec / itemsPerSec).toBeCloseTo(3, 9);
    expect(irqsPerSec / itemsPerSec).toBeCloseTo(2 + parts, 9);
  });

  test('lets a disk wait for its driver once more for each part', () => {
    const commandNs = (transferBytes: number): number => {
      const workload = { ...DISK, speed: 'high', transferBytes } as const;
      return 1e9 / run(experiment({ hcd: HCD, workload })).itemsPerSec;
    };
    const bytesNs = (512 * 125_000) / (13 * 512);
    const moreNs = commandNs(2 * PART_BYTES) - commandNs(2 * PART_BYTES - 512);
    const evenNs = commandNs(2 * PART_BYTES + 512) - commandNs(2 * PART_BYTES);
    expect(Math.abs(moreNs - bytesNs)).toBeLessThanOrEqual(1);
    const { irqNs, lockNs, mmioReadNs, mmioWriteNs, eventTrbNs } = COSTS;
    const interruptNs = irqNs + lockNs + 2 * mmioReadNs + 5 * mmioWriteNs + eventTrbNs;
    expect(Math.abs(evenNs - bytesNs - interruptNs)).toBeLessThanOrEqual(1);
  });

  test('lets a disk beside a keyboard wait for the start of a microframe, or for a channel that stops', () => {
    const workload = { ...DISK, speed: 'high', transferBytes: PART_BYTES, deviceNs: 1_000_000 } as const;
    const alone = run(experiment({ hcd: HCD, workload }));
    const beside = run(experiment({ hcd: HCD, workload, beside: KEYBOARD }));
    const laterNs = 1e9 / beside.itemsPerSec - 1e9 / alone.itemsPerSec;
    expect(laterNs).toBeGreaterThan(0);
    expect(laterNs).toBeLessThan(3 * (125_000 + 10_000));
  });

  test('carries one URB of an endpoint at a time, whatever the number of commands', () => {
    const workload = { ...UAS, speed: 'high', transferBytes: 4096, queueDepth: 8 } as const;
    const { irqsPerSec, urbsPerSec, itemsPerSec, lost } = run(experiment({ hcd: HCD, workload }));
    expect(lost).toBe(0);
    expect(urbsPerSec / itemsPerSec).toBeCloseTo(3, 1);
    expect(irqsPerSec).toBeLessThanOrEqual(urbsPerSec);
  });
});

describe('the data of a command in an URB for each entry of its scatter list', () => {
  const inUrbs = (dataUrbs: number) =>
    ({ ...DISK, speed: 'high', transferBytes: 122_880, deviceNs: 1_000_000, dataUrbs }) as const;

  test.each([DWC2, MUSB, XHCI].flatMap((hcd) => [withBh(hcd), withoutBh(hcd)]))(
    'is so many URBs more: $driver, HCD_BH $hcdBh',
    (hcd) => {
      for (const dataUrbs of [1, 2, 30]) {
        const played = run(experiment({ hcd, workload: inUrbs(dataUrbs) }));
        expect(played.urbsPerSec / played.itemsPerSec).toBeCloseTo(2 + dataUrbs, 9);
        expect(played.goodputBytesPerSec / played.itemsPerSec).toBeCloseTo(122_880, 6);
      }
    },
  );

  test('is no slower where the controller goes on by itself, and slower where software starts each', () => {
    const commandsPerSec = (hcd: typeof XHCI, dataUrbs: number): number =>
      run(experiment({ hcd: withBh(hcd), workload: inUrbs(dataUrbs) })).itemsPerSec;
    // To the nanosecond that each of thirty transfers is rounded by.
    expect(Math.abs(1e9 / commandsPerSec(XHCI, 30) - 1e9 / commandsPerSec(XHCI, 1))).toBeLessThan(30);
    expect(commandsPerSec(DWC2, 30)).toBeLessThan(commandsPerSec(DWC2, 2));
    expect(commandsPerSec(MUSB, 30)).toBeLessThan(commandsPerSec(MUSB, 2));
  });
});
