import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Work that is done one at a time. Between two of them everything else that waits for this process gets its turn, so
 * that a flood of pages never keeps it from saying that it lives.
 */
export class Turns {
  readonly #most: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** At most so many may wait. */
  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#most;
  }

  async take(work: () => Promise<void>): Promise<void> {
    this.#waiting += 1;
    const before = this.#last;
    const done = before
      .then(() => nextTurn())
      .then(work)
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#last = done.catch(() => {});
    return done;
  }
}
