import type { Urb } from '../parts.ts';
import type { Workload } from '../workload.ts';

export type Camera = Extract<Workload, { kind: 'camera' }>;

/** What the camera does with an URB that was queued for it: in the end it calls the event handler. */
export type Stream = (urb: Urb, onEnd: number) => void;

/** Most bytes a high-speed endpoint moves in a microframe; more is SuperSpeed. */
const HIGH_SPEED_BYTES = 3072;

/** The root hub a camera with such packets is on. */
export function rootOfCamera({ packetBytes }: Camera): 2 | 3 {
  return packetBytes > HIGH_SPEED_BYTES ? 3 : 2;
}
