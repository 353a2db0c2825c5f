import type { Engine } from './engine.ts';

export type Speed = 'full' | 'high' | 'super';

/** The root hub a device of this speed is on. */
export function rootOf(speed: Speed): 2 | 3 {
  return speed === 'super' ? 3 : 2;
}

/** Nanoseconds per byte of payload and per packet, for bulk transfers that find the bus free of periodic ones. */
interface BulkRate {
  readonly packetBytes: number;
  /** Packets that fit a (micro)frame, and its length. */
  readonly packetsPerFrame: number;
  readonly frameNs: number;
  /** Bytes a frame has room for, and what a packet takes beside its payload: for packets that are not full. */
  readonly bytesPerFrame: number;
  readonly overheadBytes: number;
}

/** Source: usb-model, section 4.1. SuperSpeed: 1024 of 1072 symbols at 2 ns, 2 of 354 lost to SKP. */
const BULK: Readonly<Record<Speed, BulkRate>> = {
  full: { packetBytes: 64, packetsPerFrame: 19, frameNs: 1_000_000, bytesPerFrame: 1500, overheadBytes: 13 },
  high: { packetBytes: 512, packetsPerFrame: 13, frameNs: 125_000, bytesPerFrame: 7500, overheadBytes: 55 },
  super: {
    packetBytes: 1024,
    packetsPerFrame: 57.973,
    frameNs: 125_000,
    bytesPerFrame: 62_147,
    overheadBytes: 48,
  },
};

/**
 * The wire between controller and device. USB 2 is half duplex: one thing at a time; SuperSpeed carries IN and OUT at
 * once. Transfers are served in the order they came, each as long as its packets take.
 */
export class Bus {
  readonly #engine: Engine;
  readonly #rate: BulkRate;
  readonly #isDuplex: boolean;
  #inFreeNs = 0;
  #outFreeNs = 0;

  constructor(engine: Engine, speed: Speed) {
    this.#engine = engine;
    this.#rate = BULK[speed];
    this.#isDuplex = speed === 'super';
  }

  /** Time a bulk transfer takes on a bus that is free, in whole nanoseconds. */
  transferNs(bytes: number): number {
    const { packetBytes, packetsPerFrame, frameNs, bytesPerFrame, overheadBytes } = this.#rate;
    const full = Math.floor(bytes / packetBytes);
    const rest = bytes - full * packetBytes;
    const restNs = rest > 0 || bytes === 0 ? ((rest + overheadBytes) * frameNs) / bytesPerFrame : 0;
    return Math.round((full * frameNs) / packetsPerFrame + restNs);
  }

  /** Books the bus for a bulk transfer. @returns nanoseconds from now until its last byte has crossed */
  book(direction: 'in' | 'out', bytes: number): number {
    const { nowNs } = this.#engine;
    const isIn = direction === 'in' || !this.#isDuplex;
    const endNs = Math.max(nowNs, isIn ? this.#inFreeNs : this.#outFreeNs) + this.transferNs(bytes);
    if (isIn) this.#inFreeNs = endNs;
    else this.#outFreeNs = endNs;
    return endNs - nowNs;
  }
}
