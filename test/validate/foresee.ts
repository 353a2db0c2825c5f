import type { Hcd } from '../../src/model/hcd.ts';
import { latinHypercube } from '../../src/replay/draws.ts';
import { costsAt } from '../../src/replay/priors.ts';
import type { ReplaySettings } from '../../src/replay/replay-settings.ts';
import type { Costs } from '../../src/simulator/costs.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import { ascending, percentile } from '../../src/stats/percentile.ts';
import { hcdOf } from '../replay/built.ts';

/** One line of text, and whether the model says what it should. */
export interface Foreseen {
  readonly text: string;
  readonly isInside: boolean;
}

const RATE_BYTES_PER_SEC = 120e6;
const TRANSFER_BYTES = 122_880;
/** Cost of threading that V01 gives, as 5 and 95 %. */
const THREAD_NS = { low: 27_000, high: 33_000 };
const DRAWS = 64;

/**
 * V03: what a mail says of a device that reaches 120 MB/s with 120 KiB commands, without having measured it. Interrupts
 * and context switches come from counting; the loss comes from the cost of V01, which is a calibration row.
 */
export function foreseeUnmeasured(settings: ReplaySettings, seed: number): readonly Foreseen[] {
  const hard = hcdOf({ driver: 'ehci', irq: { type: 'hard', handler: 'ehci_irq', moderationNs: 0 } });
  const threaded = { ...hard, irq: { ...hard.irq, type: 'threaded' } } satisfies Hcd;
  const pairs = latinHypercube(seed, DRAWS).map((draw) => {
    const threadNs = THREAD_NS.low + (THREAD_NS.high - THREAD_NS.low) * draw.position('irqThreadNs');
    const costs = { ...costsAt(draw, 'arm', settings), irqThreadNs: Math.round(threadNs) };
    const deviceNs = fittedDeviceNs(hard, costs, seed);
    return {
      before: play(hard, { costs, deviceNs, seed }),
      after: play(threaded, { costs, deviceNs, seed }),
    };
  });
  const spread = (of: (pair: (typeof pairs)[number]) => number): Float64Array => ascending(pairs.map(of));
  // As many a second as the hard handler interrupts, each with the switches that a threaded one makes.
  const switches = ({ before, after }: (typeof pairs)[number]): number =>
    (before.irqsPerSec * after.contextSwitchesPerSec) / after.irqsPerSec;
  const loss = spread(
    ({ before, after }) => 100 * (after.goodputBytesPerSec / before.goodputBytesPerSec - 1),
  );
  return [
    line(
      'V03 interrupts a second',
      spread(({ before }) => before.irqsPerSec),
      { low: 2850, high: 3150 },
    ),
    line('V03 context switches a second', spread(switches), { low: 5700, high: 6300 }),
    line('V03 loss by a threaded handler, %', loss, { low: -8.9, high: -7.1 }),
  ];
}

/** A spread, and whether its middle lies where it should. */
export function line(
  what: string,
  values: Float64Array,
  { low, high }: { readonly low: number; readonly high: number },
): Foreseen {
  const [p05, p50, p95] = [0.05, 0.5, 0.95].map((p) => percentile(values, p)) as [number, number, number];
  const isInside = p50 >= low && p50 <= high;
  const text = `${what}: ${p05.toFixed(1)} .. ${p95.toFixed(1)}, should be ${low} .. ${high}: ${isInside ? 'in' : 'OUT'}`;
  return { text, isInside };
}

interface Played {
  readonly costs: Costs;
  readonly deviceNs: number;
  readonly seed: number;
}

function play(hcd: Hcd, { costs, deviceNs, seed }: Played): Measurement {
  return run({
    hcd,
    era: 'E1',
    costs,
    seed,
    windowNs: 20_000_000,
    workload: { kind: 'storage', direction: 'read', speed: 'super', transferBytes: TRANSFER_BYTES, deviceNs },
  });
}

/** Nothing of a Bulk-Only command overlaps: what the run with no device time leaves is the device's. */
function fittedDeviceNs(hcd: Hcd, costs: Costs, seed: number): number {
  const { goodputBytesPerSec } = play(hcd, { costs, deviceNs: 0, seed });
  return Math.max(
    0,
    Math.round((TRANSFER_BYTES / RATE_BYTES_PER_SEC - TRANSFER_BYTES / goodputBytesPerSec) * 1e9),
  );
}
