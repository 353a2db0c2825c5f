import { Bus } from './bus.ts';
import type { Engine } from './engine.ts';

/** Bulk and control transactions that a hub holds at once. Source: USB 2.0, 11.17 (at least two buffers) */
const BUFFERS = 2;
const HIGH_SPEED_BITS_PER_SEC = 480_000_000;
/** What a transaction takes beside its data: 55 bytes, and the SPLIT token with its SYNC and EOP. Source: USB 2.0, 5.8.4 and 8.4.2 */
const OVERHEAD_BYTES = 55 + 9;
const PACKET_BYTES = 64;

/**
 * Bulk transfers of full-speed devices behind a high-speed hub. Each packet is a start-split, the transaction that the
 * hub makes of it on its own bus, and complete-splits which the hub answers by NYET until that is over:
 *
 *     packet = start-split + full-speed transaction, up to the next try + complete-split
 *
 * One endpoint has one packet under way, and so leaves the hub's bus idle for the splits. Two endpoints take the hub's
 * two buffers and fill its bus; a third gets NAK until one of them has no more to send.
 * Source: USB 2.0, 11.17 (bulk and control splits)
 */
export class TransactionTranslator {
  readonly #engine: Engine;
  readonly #bus: Bus;
  /** When each buffer has no more to do, and when the hub's bus has none. */
  readonly #bufferFreeNs: number[] = Array.from({ length: BUFFERS }, () => 0);
  #busFreeNs = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#bus = new Bus(engine, 'full');
  }

  /** Time a transfer takes alone behind the hub, in whole nanoseconds. */
  transferNs(bytes: number): number {
    const full = Math.floor(bytes / PACKET_BYTES);
    const rest = bytes - full * PACKET_BYTES;
    const restNs = rest > 0 || bytes === 0 ? this.#packetNs(rest) : 0;
    return full * this.#packetNs(PACKET_BYTES) + restNs;
  }

  /** Books the hub for a transfer. @returns nanoseconds from now until the last complete-split has told of its end */
  book(bytes: number): number {
    const { nowNs } = this.#engine;
    const buffer = this.#bufferFreeNs.indexOf(Math.min(...this.#bufferFreeNs));
    const startNs = Math.max(nowNs, this.#bufferFreeNs[buffer] ?? 0);
    this.#busFreeNs = Math.max(this.#busFreeNs, startNs) + this.#bus.transferNs(bytes);
    const endNs = Math.max(startNs + this.transferNs(bytes), this.#busFreeNs);
    this.#bufferFreeNs[buffer] = endNs;
    return endNs - nowNs;
  }

  /** The data crosses the fast bus once, with the start-split or with the complete-split: the sum is the same. */
  #packetNs(bytes: number): number {
    const tryNs = splitNs(0);
    const tries = Math.ceil(this.#bus.transferNs(bytes) / tryNs);
    return splitNs(bytes) + tries * tryNs + splitNs(0);
  }
}

function splitNs(bytes: number): number {
  return Math.ceil(((bytes + OVERHEAD_BYTES) * 8e9) / HIGH_SPEED_BITS_PER_SEC);
}
