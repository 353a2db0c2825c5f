import type { Machine } from '../machine.ts';
import type { Urb } from '../parts.ts';
import type { AdvancingCompletions } from './controller.ts';

/** MUSB and controllers nothing else is known of: every finished transfer interrupts, unless one is in service. */
export class AtOnce implements AdvancingCompletions {
  readonly #machine: Machine;
  readonly #assert: () => void;
  readonly #finished: Urb[] = [];
  #isBusy = false;
  #isAdvanced = false;

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

  advance(): void {
    this.#isAdvanced = true;
    this.#interrupt();
  }

  takeAdvance(): boolean {
    const isAdvanced = this.#isAdvanced;
    this.#isAdvanced = false;
    return isAdvanced;
  }

  acknowledge(): void {
    this.#isBusy = false;
    this.#interrupt();
  }

  #interrupt(): void {
    if (this.#isBusy || (this.isEmpty && !this.#isAdvanced)) return;
    this.#isBusy = true;
    this.#assert();
  }
}
