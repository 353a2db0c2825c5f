import type { Hcd } from '../../src/model/hcd.ts';
import { type Draw, latinHypercube } from '../../src/replay/draws.ts';
import { atClock } from '../../src/replay/machine.ts';
import { costsAt, valueAt } from '../../src/replay/priors.ts';
import type { Percentiles } from '../../src/replay/replay.ts';
import type { ReplaySettings } from '../../src/replay/replay-settings.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import type { Cppi } from '../../src/simulator/experiment.ts';
import type { GadgetEthernet } from '../../src/simulator/gadget-workload.ts';
import { run } from '../../src/simulator/run.ts';
import { ascending, percentile } from '../../src/stats/percentile.ts';
import { hcdOf } from '../replay/built.ts';

const DRAWS = 64;
/** Many times the window of TCP, which fills before the stack gets to work. */
const WINDOW_NS = 400_000_000;

/** A DaVinci DM6446. Source: its data sheet, ARM926 at 297 MHz; the costs are those of an ARM11 at 700 MHz. */
const CLOCK_SLOWDOWN = 700 / 297;
/** An ARM926 has no branch prediction and half the pipeline of an ARM11. */
const CORE_SLOWDOWN = { value: 1.2, low: 1, high: 1.44, unit: '1', source: 'expert estimate' };
/** 32 bits at 99 MHz in bursts of 64 bytes, which the memory controller shares with all others. */
const DMA_RATE = { value: 80e6, low: 40e6, high: 160e6, unit: 'B/s', source: 'expert estimate' };

/** TTCP over CDC Ethernet: full-size frames, as fast as the wire and the window allow. Linux acknowledges every second. */
const TTCP: GadgetEthernet = {
  kind: 'gadget-ethernet',
  direction: 'rx',
  speed: 'high',
  frameBytes: 1514,
  framesPerRequest: 1,
  offeredFramesPerSec: 50_000,
  // 64 KiB in segments of 1460 bytes.
  tcp: { windowFrames: 44, framesPerAck: 2 },
};

const DAVINCI: Hcd = hcdOf({
  driver: 'musb',
  irq: { type: 'hard', handler: 'davinci_musb_interrupt', moderationNs: 0 },
  gadget: { storageBuffers: 2, storageBufferBytes: 16_384, etherQmult: 5, isEtherThrottled: false },
});

/**
 * V27: what a link of a gadget gains when CPPI receives a frame by one descriptor (RNDIS mode) instead of one for each of
 * its three packets. Foreseen from the costs of the machine alone: the message has no figure for the time before, and
 * nothing is fitted. It says that packets are buffered doubly. Source: Linux 652bfff7bab4
 *
 * @returns percent more throughput
 */
export function foreseeRndisMode(settings: ReplaySettings, seed: number): Percentiles {
  const deltas = latinHypercube(seed, DRAWS).map((draw) => {
    const slowdown = CLOCK_SLOWDOWN * valueAt(CORE_SLOWDOWN, draw, 'coreSlowdown');
    const costs = atClock(costsAt(draw, 'arm11', settings), slowdown);
    const rate = (rxMode: Cppi['rxMode']): number => goodput(rxMode, { costs, draw, seed });
    return 100 * (rate('rndis') / rate('transparent') - 1);
  });
  const [p05, p50, p95] = [0.05, 0.5, 0.95].map((p) => percentile(ascending(deltas), p)) as [
    number,
    number,
    number,
  ];
  return { p05, p50, p95 };
}

function goodput(
  rxMode: Cppi['rxMode'],
  { costs, draw, seed }: { readonly costs: Costs; readonly draw: Draw; readonly seed: number },
): number {
  const dmaBytesPerSec = Math.round(valueAt(DMA_RATE, draw, 'dmaBytesPerSec'));
  const cppi: Cppi = { rxMode, fifoPackets: 2, dmaBytesPerSec };
  const experiment = { hcd: DAVINCI, era: 'E0', costs, workload: TTCP, cppi, seed } as const;
  return run({ ...experiment, windowNs: WINDOW_NS }).goodputBytesPerSec;
}
