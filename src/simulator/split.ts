const MICROFRAME_NS = 125_000;
const HIGH_SPEED_BITS_PER_SEC = 480_000_000;
/** Most bytes of a full-speed packet that one split transaction moves in a microframe, and what it takes beside them. */
const PART_BYTES = 188;
const PART_OVERHEAD_BYTES = 38;

/** How long a split transaction with so much data takes on the high-speed bus. */
function partNs(bytes: number): number {
  return Math.ceil(((bytes + PART_OVERHEAD_BYTES) * 8e9) / HIGH_SPEED_BITS_PER_SEC);
}

/**
 * When a full-speed isochronous IN packet has arrived, in nanoseconds from the start of its frame, at a host behind a
 * high-speed hub: the start-split goes out in microframe 0, the hub's transaction translator asks the device in
 * microframe 1, and what came in one microframe is fetched by a complete-split in the next. A report of an interrupt
 * endpoint comes the same way, in one part.
 * Source: USB 2.0, 11.18 (periodic split transactions), 5.6.4 (overhead)
 *
 * @param packetNs   what the packet takes at its own speed
 * @param lastBytes  what the last complete-split carries, 188 at most
 */
export function splitInEndNs(packetNs: number, lastBytes = PART_BYTES): number {
  const microframes = Math.ceil((MICROFRAME_NS + packetNs) / MICROFRAME_NS);
  return microframes * MICROFRAME_NS + partNs(lastBytes);
}

/**
 * When the last byte of a full-speed isochronous OUT packet is with the hub, in nanoseconds from the start of its frame:
 * one start-split a microframe, from microframe 0 on, of 188 bytes each and the last of what is left. No complete-split
 * follows: how the packet fares is not told. Source: USB 2.0, 11.18.4 and 11.20
 */
export function splitOutEndNs(bytes: number): number {
  const parts = Math.max(1, Math.ceil(bytes / PART_BYTES));
  return (parts - 1) * MICROFRAME_NS + partNs(bytes - (parts - 1) * PART_BYTES);
}
