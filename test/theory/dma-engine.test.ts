import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import { Bus } from '../../src/simulator/bus.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import { Engine } from '../../src/simulator/engine.ts';
import type { Cppi } from '../../src/simulator/experiment.ts';
import type { GadgetEthernet } from '../../src/simulator/gadget-workload.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import { COSTS, costsOf, experiment, MUSB } from '../simulator/experiments.ts';
import { SEEDS } from './estimate.ts';

const GADGET = { storageBuffers: 2, storageBufferBytes: 16_384, etherQmult: 5, isEtherThrottled: false };
const DAVINCI: Hcd = { ...MUSB, gadget: GADGET };
const FREE: Costs = {
  ...COSTS,
  ...Object.fromEntries(Object.keys(COSTS).map((name) => [name, name.endsWith('PerSec') ? 1e9 : 0])),
};

/** u_ether that is sent frames as fast as the wire and the FIFO take them. */
const LINK: GadgetEthernet = {
  kind: 'gadget-ethernet',
  direction: 'rx',
  speed: 'high',
  frameBytes: 1514,
  framesPerRequest: 1,
  offeredFramesPerSec: 50_000,
};

interface Played {
  readonly cppi: Cppi;
  readonly costs?: Costs;
  readonly link?: Partial<GadgetEthernet>;
  readonly windowNs?: number;
}

function play({ cppi, costs = COSTS, link = {}, windowNs = 40_000_000 }: Played): Measurement {
  return run(experiment({ hcd: DAVINCI, workload: { ...LINK, ...link }, cppi, costs, windowNs }));
}

function irqsPerFrame({ irqsPerSec, itemsPerSec }: Measurement): number {
  return irqsPerSec / itemsPerSec;
}

const TRANSPARENT: Cppi = { rxMode: 'transparent', fifoPackets: 2, dmaBytesPerSec: 10_000_000 };
const RNDIS: Cppi = { ...TRANSPARENT, rxMode: 'rndis' };

describe('the DMA engine of a MUSB in device mode', () => {
  test.each([
    [60, 1],
    [511, 1],
    // A frame that fills its packets ends with an empty one.
    [512, 2],
    [1514, 3],
  ])(
    'interrupts for each packet of a frame of %d bytes, %d times, and once in RNDIS mode',
    (frameBytes, packets) => {
      const link = { frameBytes };
      expect(irqsPerFrame(play({ cppi: TRANSPARENT, link }))).toBeCloseTo(packets, 9);
      expect(irqsPerFrame(play({ cppi: RNDIS, link }))).toBeCloseTo(1, 9);
    },
  );

  test('interrupts once more for each acknowledgement that TCP sends', () => {
    const link = { tcp: { windowFrames: 44, framesPerAck: 2 } };
    // Within one frame of the window, where an interrupt may be for both.
    expect(irqsPerFrame(play({ cppi: TRANSPARENT, link }))).toBeCloseTo(3.5, 1);
    expect(irqsPerFrame(play({ cppi: RNDIS, link }))).toBeCloseTo(1.5, 1);
  });

  test.each(SEEDS)('stands still from its interrupt until the driver has programmed it; draw %d', (seed) => {
    const costs = costsOf(seed);
    const [full, short] = [dmaNs(512), dmaNs(490)];
    const transparentNs = 2 * (toNextNs(costs) + full) + toNextFrameNs(costs) + short;
    const rndisNs = 2 * full + toNextFrameNs(costs) + short;
    expect(1e9 / play({ cppi: TRANSPARENT, costs }).itemsPerSec / transparentNs).toBeCloseTo(1, 9);
    expect(1e9 / play({ cppi: RNDIS, costs }).itemsPerSec / rndisNs).toBeCloseTo(1, 9);
  });

  test('works while the next packet arrives where the FIFO has room for two', () => {
    const bus = new Bus(new Engine(), 'high');
    const wireNs = [512, 512, 490].map((bytes) => bus.transferNs(bytes));
    const frameNs = (fifoPackets: 1 | 2, dmaBytesPerSec: number): number => {
      const cppi = { rxMode: 'rndis', fifoPackets, dmaBytesPerSec } as const;
      return 1e9 / play({ cppi, costs: FREE }).itemsPerSec;
    };
    const sum = (times: readonly number[]): number => times.reduce((all, ns) => all + ns, 0);
    const moveNs = (rate: number): readonly number[] =>
      [512, 512, 490].map((bytes) => Math.ceil((bytes * 1e9) / rate));
    for (const rate of [20_000_000, 200_000_000]) {
      expect(frameNs(1, rate)).toBeCloseTo(sum(wireNs) + sum(moveNs(rate)), 6);
    }
    expect(frameNs(2, 20_000_000)).toBeCloseTo(sum(moveNs(20_000_000)), 6);
    expect(frameNs(2, 200_000_000)).toBeCloseTo(sum(wireNs), 6);
  });

  test('loses nothing under TCP when the stack is too slow: the core is busy, and the window closes', () => {
    const costs = { ...COSTS, rxStackNs: 300_000 };
    const measured = play({ cppi: RNDIS, costs, link: { tcp: { windowFrames: 44, framesPerAck: 2 } } });
    expect(measured.lost).toBe(0);
    expect((measured.cores[0]?.idle ?? 0) / measured.windowNs).toBeLessThan(0.01);
    // Without it the backlog of the core fills up, and what comes then is dropped.
    const fast = { ...RNDIS, dmaBytesPerSec: 80_000_000 };
    const udp = play({ cppi: fast, costs, windowNs: 400_000_000 });
    expect(udp.lost).toBeGreaterThan(0);
  });
});

function dmaNs(bytes: number): number {
  return Math.ceil((bytes * 1e9) / TRANSPARENT.dmaBytesPerSec);
}

/** From an interrupt of the engine to its next descriptor, within a transfer. */
function toNextNs(costs: Costs): number {
  return toScannedNs(costs) + segmentNs(costs);
}

/** And from the last one of a transfer: giveback, complete() with its new request, and only then the next. */
function toNextFrameNs(costs: Costs): number {
  const { lockNs, mmioReadNs, mmioWriteNs, unmapNs, givebackNs, skbNs, mapNs, submitNs } = costs;
  const completeNs = 3 * lockNs + lockNs + skbNs + mapNs + Math.floor(submitNs / 2) + lockNs;
  const endNs = mmioReadNs + 3 * mmioWriteNs + unmapNs + givebackNs + completeNs + lockNs;
  return toScannedNs(costs) + endNs + mmioReadNs + segmentNs(costs) + mmioWriteNs;
}

function toScannedNs({ irqNs, lockNs, mmioReadNs, mmioWriteNs, eventTrbNs }: Costs): number {
  return Math.floor(irqNs / 2) + lockNs + 2 * mmioReadNs + eventTrbNs + 2 * mmioReadNs + mmioWriteNs;
}

function segmentNs({ submitNs, mmioReadNs, mmioWriteNs }: Costs): number {
  return submitNs - Math.floor(submitNs / 2) + 3 * (mmioReadNs + mmioWriteNs);
}
