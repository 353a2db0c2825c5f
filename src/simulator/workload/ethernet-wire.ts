import type { Workload } from '../workload.ts';

export type Ethernet = Extract<Workload, { kind: 'ethernet' }>;

/** Frame check sequence, preamble with start delimiter, and the gap between frames. */
const WIRE_OVERHEAD_BYTES = 24;

/** Time from one frame to the next, as offered; the wire carries no more than it can. Not a whole number. */
export function frameNsOf(workload: Ethernet): number {
  return Math.max(wireNsOf(workload), 1e9 / workload.offeredFramesPerSec);
}

/** Time a frame takes on the wire. */
export function wireNsOf({
  frameBytes,
  linkBitsPerSec,
}: Pick<Ethernet, 'frameBytes' | 'linkBitsPerSec'>): number {
  return ((frameBytes + WIRE_OVERHEAD_BYTES) * 8e9) / linkBitsPerSec;
}
