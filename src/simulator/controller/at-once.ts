import type { Machine } from '../machine.ts';
import type { Urb } from '../parts.ts';
import type { Completions } from './controller.ts';

/** MUSB, dwc2 and controllers nothing else is known of: every finished transfer interrupts, unless one is in service. */
export class AtOnce implements Completions {
  readonly #machine: Machine;
  readonly #assert: () => void;
  readonly #finished: Urb[] = [];
  #isBusy = false;

  constructor(machine: Machine, assert: () => void) {
    this.#machine = machine;
    this.#assert = assert;
  }

  finish(urb: Urb): void {
    urb.finishedNs = this.#machine.engine.nowNs;
    this.#finished.push(urb);
    this.#interrupt();
  }

  get isEmpty(): boolean {
    return this.#finished.length === 0;
  }

  take(): Urb | null {
    return this.#finished.shift() ?? null;
  }

  acknowledge(): void {
    this.#isBusy = false;
    this.#interrupt();
  }

  #interrupt(): void {
    if (this.#isBusy || this.isEmpty) return;
    this.#isBusy = true;
    this.#assert();
  }
}
