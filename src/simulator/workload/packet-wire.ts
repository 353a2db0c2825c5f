import type { Engine } from '../engine.ts';

/** Packets that come at a steady rate, one for each taker; those that find no taker waiting are lost. */
export class PacketWire {
  readonly #engine: Engine;
  readonly #periodNs: number;
  #next = 1;

  constructor(engine: Engine, packetsPerSec: number) {
    this.#engine = engine;
    this.#periodNs = 1e9 / packetsPerSec;
  }

  /** Skips packets that are past already. @returns how many that were */
  missed(): number {
    const first = Math.floor(this.#engine.nowNs / this.#periodNs) + 1;
    const missed = Math.max(0, first - this.#next);
    this.#next += missed;
    return missed;
  }

  /** @returns nanoseconds until the packet the caller gets */
  untilNext(): number {
    const arrivalNs = Math.ceil(this.#next * this.#periodNs);
    this.#next += 1;
    return Math.max(0, arrivalNs - this.#engine.nowNs);
  }
}
