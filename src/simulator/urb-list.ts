import { Fifo } from './fifo.ts';
import type { Step, Urb } from './parts.ts';
import { act } from './program.ts';

/** A list of URBs, with the steps that drivers take on it. */
export class UrbList {
  readonly #urbs = new Fifo<Urb>();
  /** list_add_tail() of the URB at hand. */
  readonly add: Step = act((self) => {
    if (self.urb !== null) this.#urbs.push(self.urb);
  });
  /** The first URB becomes the one at hand; none does when the list is empty. */
  readonly take: Step = act((self) => {
    self.urb = this.#urbs.shift();
  });
  readonly isFilled = (): boolean => this.#urbs.length > 0;

  /** Before anything runs. */
  fill(urbs: readonly Urb[]): void {
    for (const urb of urbs) this.#urbs.push(urb);
  }

  /** list_replace_init(): everything moves over. */
  moveTo(other: UrbList): void {
    this.#urbs.moveTo(other.#urbs);
  }
}
