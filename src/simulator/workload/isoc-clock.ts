import type { Engine } from '../engine.ts';

/** Which service intervals an isochronous URB was given. */
export interface Slot {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
  /** Intervals that had no URB to carry them since the URB before. */
  readonly missed: number;
}

/** The service intervals of an isochronous endpoint: they come by whether or not an URB is there to carry them. */
export class IsocClock {
  readonly #engine: Engine;
  readonly #intervalNs: number;
  #next = -1;

  constructor(engine: Engine, intervalNs: number) {
    this.#engine = engine;
    this.#intervalNs = intervalNs;
  }

  /** The next intervals that are free and not yet past. The first URB of a stream starts the count. */
  take(packets: number): Slot {
    const soonest = Math.floor(this.#engine.nowNs / this.#intervalNs) + 1;
    const first = Math.max(soonest, this.#next);
    const missed = this.#next < 0 ? 0 : first - this.#next;
    this.#next = first + packets;
    return { first, end: first + packets, missed };
  }

  /** Nanoseconds from now until `offsetNs` into an interval. */
  until(interval: number, offsetNs: number): number {
    return interval * this.#intervalNs + offsetNs - this.#engine.nowNs;
  }
}
