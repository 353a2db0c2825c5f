import { type Context, Level } from './parts.ts';

/** Threads of one core that are ready to run: a higher level first, and within one level the order they came in. */
export class RunQueue {
  readonly #ready: readonly Context[][] = [[], [], [], []];

  /** A thread that has woken up waits behind the others of its level. */
  add(thread: Context): void {
    this.#ready[thread.level]?.push(thread);
  }

  /** A thread that lost the core to another goes on before the others of its level. */
  putBack(thread: Context): void {
    this.#ready[thread.level]?.unshift(thread);
  }

  /** The thread to run next, no longer queued; null when none is ready. */
  take(): Context | null {
    for (let level = Level.fifo; level >= Level.user; level -= 1) {
      const thread = this.#ready[level]?.shift();
      if (thread !== undefined) return thread;
    }
    return null;
  }
}
