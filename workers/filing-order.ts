import { setImmediate as nextTurn } from 'node:timers/promises';

/** After so long everything else that waits for this process gets its turn: locks are prolonged, Redis is answered. */
const BREATH_MS = 50;

/** Gives the turn to the next one. */
export type Pass = () => void;

/**
 * Documents are read and filed one after another, in the order they were taken from the queue, so that it is the same
 * letter that begins a thread however many are in hand. One that has said what is to be written passes its turn on: it
 * is only the disk that they wait for together. One that never says so passes when it ends.
 */
export class FilingOrder {
  #last: Promise<void> = Promise.resolve();
  #breathMs = performance.now();

  async next(work: (pass: Pass) => Promise<void>): Promise<void> {
    const before = this.#last;
    let pass: Pass = () => {};
    this.#last = new Promise((resolve) => {
      pass = resolve;
    });
    await before;
    await this.#breathe();
    try {
      await work(pass);
    } finally {
      pass();
    }
  }

  async #breathe(): Promise<void> {
    if (performance.now() - this.#breathMs < BREATH_MS) return;
    await nextTurn();
    this.#breathMs = performance.now();
  }
}
