import { Order } from '../engine.ts';
import type { Machine } from '../machine.ts';
import type { Urb } from '../urb.ts';
import type { Completions } from './controller.ts';

/**
 * An xHC interrupter: events go to a ring, and the interrupt is asserted when the moderation counter has run down, the
 * ring is not empty and the driver is not in the middle of it (EHB). The counter starts again at each assertion.
 * Source: xHCI 1.2, 4.17.2.
 */
export class EventRing implements Completions {
  readonly #machine: Machine;
  readonly #intervalNs: number;
  readonly #assert: () => void;
  readonly #events: Urb[] = [];
  readonly #onCounterZero: number;
  #isBusy = false;
  #isArmed = false;
  #nextNs = 0;

  constructor(machine: Machine, assert: () => void) {
    this.#machine = machine;
    this.#intervalNs = machine.hcd.irq.moderationNs;
    this.#assert = assert;
    this.#onCounterZero = machine.engine.register(() => {
      this.#isArmed = false;
      this.#interrupt();
    });
  }

  finish(urb: Urb): void {
    urb.finishedNs = this.#machine.engine.nowNs;
    this.#events.push(urb);
    this.#interrupt();
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  take(): Urb | null {
    return this.#events.shift() ?? null;
  }

  acknowledge(): void {
    this.#isBusy = false;
    this.#interrupt();
  }

  #interrupt(): void {
    if (this.#isBusy || this.#isArmed || this.isEmpty) return;
    const { engine } = this.#machine;
    if (engine.nowNs < this.#nextNs) {
      this.#isArmed = true;
      engine.schedule(this.#nextNs - engine.nowNs, Order.hardware, this.#onCounterZero);
      return;
    }
    this.#isBusy = true;
    this.#nextNs = engine.nowNs + this.#intervalNs;
    this.#assert();
  }
}
