import type { Host, Scenario } from '../host.ts';
import type { Workload } from '../measurement.ts';
import { ethernetRx } from './ethernet-rx.ts';
import { ethernetTx } from './ethernet-tx.ts';

export type Ethernet = Extract<Workload, { kind: 'ethernet' }>;

/** Frame check sequence, preamble with start delimiter, and the gap between frames. */
const WIRE_OVERHEAD_BYTES = 24;

/** A USB Ethernet adapter that packs frames into URBs, after the r8152 driver. An item is a network frame. */
export function ethernet(host: Host, workload: Ethernet): Scenario {
  return workload.direction === 'rx' ? ethernetRx(host, workload) : ethernetTx(host, workload);
}

/** Time from one frame to the next, as offered; the wire carries no more than it can. Not a whole number. */
export function frameNsOf(workload: Ethernet): number {
  return Math.max(wireNsOf(workload), 1e9 / workload.offeredFramesPerSec);
}

/** Time a frame takes on the wire. */
export function wireNsOf({ frameBytes, linkBitsPerSec }: Ethernet): number {
  return ((frameBytes + WIRE_OVERHEAD_BYTES) * 8e9) / linkBitsPerSec;
}
