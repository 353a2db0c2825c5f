import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import { COSTS, costsOf, EHCI, experiment, UPLOAD, XHCI_BH } from '../simulator/experiments.ts';

const SEEDS = Array.from({ length: 25 }, (_, index) => index + 1);
/** 1538 and 122 bytes at 100 Mbit/s, and 1514 bytes at SuperSpeed: two packets, the last of 490 bytes. */
const WIRE_NS = 123_040;
const PROBE_WIRE_NS = 9760;
const TRANSFER_NS = 2156 + 1082;

const FREE: Costs = {
  ...Object.fromEntries(Object.keys(COSTS).map((name) => [name, 0])),
  copyCachedBytesPerSec: 1e9,
  copyCoherentBytesPerSec: 1e9,
} as unknown as Costs;
/** Interrupts the moment a transfer is done. */
const AT_ONCE: Hcd = { ...XHCI_BH, irq: { ...XHCI_BH.irq, moderationNs: 0 } };

interface Played {
  readonly hcd?: Hcd;
  readonly costs?: Costs;
  readonly urbsMax?: number;
  readonly memoryFrames?: number;
  readonly linkBitsPerSec?: number;
  readonly speed?: 'high' | 'super';
}

function play({ hcd = AT_ONCE, costs = FREE, memoryFrames = 4, ...of }: Played): Measurement {
  const wireNs = 12_304e9 / (of.linkBitsPerSec ?? 1e8);
  const workload = {
    ...UPLOAD,
    speed: 'super' as const,
    ...of,
    memoryBytes: memoryFrames * UPLOAD.frameBytes,
    probeEveryNs: Math.ceil(8 * wireNs),
    slackHoldNs: Math.ceil(32 * wireNs),
    warmUpNs: Math.ceil(200 * wireNs),
  };
  return run(experiment({ hcd, era: 'E4', costs, workload, windowNs: Math.ceil(100 * wireNs) }));
}

function limited(hcd: Hcd): Hcd {
  return { ...hcd, byteQueueLimits: true };
}

/**
 * Frames leave each WIRE_NS, the first of them TRANSFER_NS after the start; each makes room for the next, which is taken
 * TRANSFER_NS later, and then one more is queued. A probe that comes with a multiple of WIRE_NS is queued with the
 * next, two transfers later, and finds so many frames ahead, the first of them a transfer's time on its way.
 */
function latencyNs(framesAhead: number): number {
  return 2 * TRANSFER_NS + framesAhead * WIRE_NS - TRANSFER_NS + PROBE_WIRE_NS;
}

describe('a probe beside a bulk flow', () => {
  test.each([
    [4, 2],
    [60, 4],
    [60, 12],
    [300, 4],
    [300, 40],
  ])(
    'waits for the %d URBs of the driver and the %d frames of the adapter, to the nanosecond',
    (urbsMax, memoryFrames) => {
      const { probeLatencyNs } = play({ urbsMax, memoryFrames });
      const expected = latencyNs(urbsMax - 1 + memoryFrames);
      expect([probeLatencyNs?.mean, probeLatencyNs?.max]).toEqual([expected, expected]);
    },
  );

  test.each([4, 12, 40])(
    'waits for one frame in the driver and %d in the adapter under byte queue limits',
    (memoryFrames) => {
      const { probeLatencyNs } = play({ hcd: limited(AT_ONCE), urbsMax: 300, memoryFrames });
      // Told of each frame by itself, the limit is one frame, which may be passed by another.
      expect(probeLatencyNs?.max).toBe(latencyNs(1 + memoryFrames));
    },
  );

  test.each(SEEDS)('waits less under byte queue limits, and the wire stays as full: seed %d', (seed) => {
    const of = { hcd: XHCI_BH, costs: costsOf(seed), urbsMax: 300, memoryFrames: 10, linkBitsPerSec: 1e9 };
    const [without, within] = [play(of), play({ ...of, hcd: limited(XHCI_BH) })];
    const linePerSec = 1e9 / 12_304;
    expect(without.itemsPerSec / linePerSec).toBeCloseTo(1, 5);
    expect(within.itemsPerSec / linePerSec).toBeCloseTo(1, 5);
    expect(within.probeLatencyNs?.max ?? 0).toBeLessThan((without.probeLatencyNs?.p50 ?? 0) / 4);
  });
});

test.each(SEEDS)(
  'more URBs never lower the rate, and one at a time does not fill the link: seed %d',
  (seed) => {
    const costs = costsOf(seed);
    const rates = [1, 2, 4, 16, 60].map((urbsMax) => {
      const of = { hcd: EHCI, costs, urbsMax, speed: 'high', linkBitsPerSec: 2e8 } as const;
      return play(of).itemsPerSec;
    });
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
    // Half a microframe until the interrupt is more than a frame takes on the wire.
    expect(rates[0]).toBeLessThan(rates[4] ?? 0);
  },
);
