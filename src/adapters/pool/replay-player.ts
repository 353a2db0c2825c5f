import { type PlayedPart, playPart, type ReplayPart } from '../../replay/replay-claim.ts';
import type { ReplaySettings } from '../../replay/replay-settings.ts';
import type { ReplayPool } from './replay-pool.ts';

/**
 * Plays parts of replays where that is quicker: here, until that has taken so long that threads are worth starting, and
 * in threads from then on. What comes out is the same. Close it, or the process stays.
 */
export class ReplayPlayer {
  readonly #settings: ReplaySettings;
  readonly #threadsAfterMs: number;
  readonly #threads: number | undefined;
  #playedMs = 0;
  #pool: Promise<ReplayPool> | null = null;

  /**
   * @param threadsAfterMs  time spent playing here before threads are started
   * @param threads  how many; one for each core unless told otherwise
   */
  constructor(settings: ReplaySettings, threadsAfterMs: number, threads?: number) {
    this.#settings = settings;
    this.#threads = threads;
    this.#threadsAfterMs = threadsAfterMs;
  }

  get hasThreads(): boolean {
    return this.#pool !== null;
  }

  /** Plays one part. @throws what the part throws: a bug, in config or in the model */
  async play(part: ReplayPart): Promise<PlayedPart> {
    if (this.#pool === null && this.#playedMs < this.#threadsAfterMs) return this.#playHere(part);
    this.#pool ??= startPool(this.#settings, this.#threads);
    return (await this.#pool).play(part);
  }

  /** Ends the threads, when there are any. */
  async close(): Promise<void> {
    if (this.#pool !== null) await (await this.#pool).close();
  }

  #playHere(part: ReplayPart): PlayedPart {
    const startedMs = performance.now();
    const played = playPart(part, this.#settings);
    this.#playedMs += performance.now() - startedMs;
    return played;
  }
}

/** Whoever needs no threads does not wait for the library to load. */
async function startPool(settings: ReplaySettings, threads?: number): Promise<ReplayPool> {
  const { ReplayPool } = await import('./replay-pool.ts');
  return new ReplayPool(settings, threads);
}
