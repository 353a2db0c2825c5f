import type { Claim } from '../../src/claims/claim.ts';
import type { Model } from '../../src/model/hcd.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import type { ReplaySettings } from '../../src/replay/replay-settings.ts';
import { claimOf, hcdOf, modelOf, sideOf, withBh } from '../replay/built.ts';
import type { Foreseen } from './foresee.ts';

/** Enough for a middle; rows.ts plays the claims themselves with all of them. */
const DRAWS = 64;

/** usbnet with byte queue limits, on an xHC with HCD_BH as all of its time were. */
export function byteQueueLimits(): Model {
  const before = withBh(hcdOf());
  return modelOf(before, { ...before, byteQueueLimits: true }, { era: 'E4' });
}

/** A prioritized ping beside an upload that fills the link of a SuperSpeed adapter, milliseconds. */
export function pingBeside(link: string, before: number, after: number): Claim {
  return claimOf({
    metric: 'latency',
    quantity: 'prioritized ping, link fully utilized by iperf3',
    unit: 'ms',
    baseUnit: 's',
    better: 'lower',
    workload: 'net-tx',
    device: `${link} adapter`,
    before: sideOf(before, 'without', 1e-3),
    after: sideOf(after, 'with', 1e-3),
    conditions: { tools: ['iperf3'], frameBytes: null, bufferBytes: null, speed: 'super' },
  });
}

function uploadOver(link: string, mbitPerSec: number): Claim {
  return claimOf({
    quantity: 'iperf3 upload',
    unit: 'Mbit/s',
    baseUnit: 'bit/s',
    workload: 'net-tx',
    device: `${link} adapter`,
    before: sideOf(mbitPerSec, 'without'),
    after: sideOf(mbitPerSec, 'with'),
    conditions: { tools: ['iperf3'], frameBytes: null, bufferBytes: null, speed: 'super' },
  });
}

/**
 * V25: what the figures of a mail are before the change, which nothing is fitted to, and that the throughput stays, for
 * which it gives no figure. The links carry 2353.7 and 94.1 Mbit/s of TCP.
 */
export function foreseeQueues(settings: ReplaySettings, seed: number): readonly Foreseen[] {
  const links = [
    { link: '2.5 GbE', mbitPerSec: 2353.7, pingMs: 1.6, limitedMs: 0.6 },
    { link: '100 Mbit/s', mbitPerSec: 94.1, pingMs: 35, limitedMs: 5 },
  ];
  return links.flatMap(({ link, mbitPerSec, pingMs, limitedMs }) => {
    const ping = replayOf(pingBeside(link, pingMs, limitedMs), settings, seed);
    const upload = replayOf(uploadOver(link, mbitPerSec), settings, seed);
    return [
      within(`V25 ping before, ${link}, ms`, inMs(ping?.before), { low: pingMs / 2, high: pingMs * 2 }),
      within(`V25 ping after, ${link}, ms`, inMs(ping?.after), { low: limitedMs / 2, high: limitedMs * 2 }),
      within(`V25 throughput, ${link}, %`, upload?.deltaPercent, { low: -1, high: 1 }),
    ];
  });
}

interface Percentiles {
  readonly p05: number;
  readonly p50: number;
  readonly p95: number;
}

function replayOf(claim: Claim, settings: ReplaySettings, seed: number) {
  const replayed = replayClaim(claim, byteQueueLimits(), settings, { seed, draws: DRAWS });
  return replayed.did === 'replayed' ? replayed.replay : undefined;
}

function inMs(seconds: Percentiles | undefined): Percentiles | undefined {
  if (seconds === undefined) return undefined;
  return { p05: 1e3 * seconds.p05, p50: 1e3 * seconds.p50, p95: 1e3 * seconds.p95 };
}

function within(
  what: string,
  of: Percentiles | undefined,
  { low, high }: { readonly low: number; readonly high: number },
): Foreseen {
  if (of === undefined) return { text: `${what}: not played`, isInside: false };
  const isInside = of.p50 >= low && of.p50 <= high;
  const text = `${what}: ${of.p05.toFixed(2)} .. ${of.p95.toFixed(2)}, should be ${low} .. ${high}: ${isInside ? 'in' : 'OUT'}`;
  return { text, isInside };
}
