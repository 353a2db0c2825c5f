import { type Engine, Order, type OrderOf } from './engine.ts';
import type { LevelOf } from './parts.ts';

const ORDER_OF_LEVEL: readonly OrderOf[] = [
  Order.thread,
  Order.thread,
  Order.thread,
  Order.thread,
  Order.softirq,
  Order.hardirq,
];

/** When work of a level ends at the same instant as something elsewhere: see `Order`. */
export function orderOf(level: LevelOf): OrderOf {
  return ORDER_OF_LEVEL[level] ?? Order.thread;
}

/** The piece of work that the context on top of a core is at, and the event that will end it. */
export class Segment {
  readonly #engine: Engine;
  readonly #onEnd: number;
  #endNs = 0;
  /** Id of the event; -1 when no work is under way. */
  #event = -1;

  /** @param onEnd  called when work is done that nobody stopped */
  constructor(engine: Engine, onEnd: () => void) {
    this.#engine = engine;
    this.#onEnd = engine.register(() => {
      if (engine.eventId !== this.#event) return;
      this.#event = -1;
      onEnd();
    });
  }

  begin(ns: number, order: OrderOf): void {
    this.#endNs = this.#engine.nowNs + ns;
    this.#event = this.#engine.schedule(ns, order, this.#onEnd);
  }

  /** Stops the work. @returns what is left of it, or null when there was none */
  stop(): number | null {
    if (this.#event < 0) return null;
    this.#event = -1;
    return this.#endNs - this.#engine.nowNs;
  }
}
