import { type Engine, Order } from '../engine.ts';
import type { Host } from '../host.ts';

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

/** @returns what tells the controller of each packet of an URB but the last, where that is an event */
export function packetEvents({ machine, controller }: Host, clock: IsocClock): (slot: Slot) => void {
  const { packetEnds } = controller;
  if (packetEnds === null) return () => {};
  const { engine } = machine;
  const onEnd = engine.register(packetEnds);
  return ({ first, end }) => {
    for (let interval = first; interval < end - 1; interval += 1) {
      engine.schedule(clock.until(interval + 1, 0), Order.hardware, onEnd, interval - first);
    }
  };
}
