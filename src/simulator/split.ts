const MICROFRAME_NS = 125_000;
const HIGH_SPEED_BITS_PER_SEC = 480_000_000;
/** Most bytes of a full-speed packet that one complete-split fetches, and what it takes beside them. */
const PART_BYTES = 188;
const PART_OVERHEAD_BYTES = 38;

/** How long a complete-split with as much data as it may have takes. */
const PART_NS = Math.ceil(((PART_BYTES + PART_OVERHEAD_BYTES) * 8e9) / HIGH_SPEED_BITS_PER_SEC);

/**
 * When a full-speed isochronous IN packet has arrived, in nanoseconds from the start of its frame, at a host behind a
 * high-speed hub: the start-split goes out in microframe 0, the hub's transaction translator asks the device in
 * microframe 1, and what came in one microframe is fetched by a complete-split in the next.
 * Source: USB 2.0, 11.18 (periodic split transactions), 5.6.4 (overhead)
 *
 * @param packetNs  what the packet takes at full speed
 */
export function splitInEndNs(packetNs: number): number {
  const microframes = Math.ceil((MICROFRAME_NS + packetNs) / MICROFRAME_NS);
  return microframes * MICROFRAME_NS + PART_NS;
}
