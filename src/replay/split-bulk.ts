/** USB 2.0, 5.8.4 and 8.4.2: a bulk transaction beside its data, and the SPLIT token of one that a hub is to make. */
const OVERHEAD_BYTES = 55 + 9;
const PACKET_BYTES = 64;
const HIGH_SPEED_BITS_PER_SEC = 480_000_000;
/** Full speed: 19 whole packets a frame of 1500 bytes, and what one of them takes beside its data. */
const FRAME_NS = 1_000_000;
const PACKETS_PER_FRAME = 19;
const BYTES_PER_FRAME = 1500;
const FULL_SPEED_OVERHEAD_BYTES = 13;

/**
 * A full-speed bulk transfer behind a high-speed hub, nanoseconds: for each packet a start-split, complete-splits until the
 * hub has made the transaction, and the one that tells of its end. Source: USB 2.0, 11.17
 */
export function splitBulkNs(bytes: number): number {
  const full = Math.floor(bytes / PACKET_BYTES);
  const rest = bytes - full * PACKET_BYTES;
  return full * packetNs(PACKET_BYTES) + (rest > 0 ? packetNs(rest) : 0);
}

function packetNs(bytes: number): number {
  const tryNs = splitNs(0);
  const atHubNs =
    bytes === PACKET_BYTES
      ? FRAME_NS / PACKETS_PER_FRAME
      : ((bytes + FULL_SPEED_OVERHEAD_BYTES) * FRAME_NS) / BYTES_PER_FRAME;
  return splitNs(bytes) + Math.ceil(Math.round(atHubNs) / tryNs) * tryNs + splitNs(0);
}

function splitNs(bytes: number): number {
  return Math.ceil(((bytes + OVERHEAD_BYTES) * 8e9) / HIGH_SPEED_BITS_PER_SEC);
}
