import { isDeepStrictEqual } from 'node:util';
import { type PlayedPart, playPart, type ReplayPart } from '../../replay/replay-claim.ts';
import type { ReplaySettings } from '../../replay/replay-settings.ts';
import type { Helpers, SpreadLimits } from './helpers.ts';
import type { ReplayPool } from './replay-pool.ts';
import { WaitingParts } from './waiting-parts.ts';

/** How many threads play, from when on, and who else. */
export interface PlayerOptions {
  /** Time spent playing here before threads are started. */
  readonly threadsAfterMs: number;
  /** One for each core unless told otherwise. */
  readonly threads?: number | undefined;
  /** Other machines; none unless told otherwise. */
  readonly spread?: { readonly helpers: Helpers; readonly limits: SpreadLimits } | undefined;
}

/**
 * Plays parts of replays where that is quicker: here, until that has taken so long that threads are worth starting, in
 * threads from then on, and on other machines when that takes long too. What comes out is the same. Close it, or the
 * process stays.
 */
export class ReplayPlayer {
  readonly #settings: ReplaySettings;
  readonly #threads: number | undefined;
  readonly #hereMs: number;
  readonly #waiting: WaitingParts;
  #playedMs = 0;
  #pool: Promise<ReplayPool> | null = null;
  #busy = 0;

  constructor(settings: ReplaySettings, { threadsAfterMs, threads, spread }: PlayerOptions) {
    this.#settings = settings;
    this.#threads = threads;
    // What is played right here can not be offered to anybody.
    this.#hereMs = Math.min(threadsAfterMs, spread?.limits.afterMs ?? threadsAfterMs);
    const isAsPlayedHere = (part: ReplayPart, played: PlayedPart) => this.#isAsPlayedHere(part, played);
    const shared = spread === undefined ? null : { ...spread, isAsPlayedHere };
    this.#waiting = new WaitingParts(shared, () => void this.#turn());
  }

  get hasThreads(): boolean {
    return this.#pool !== null;
  }

  /** Plays one part. @throws what the part throws: a bug, in config or in the model */
  async play(part: ReplayPart): Promise<PlayedPart> {
    if (this.#pool === null && this.#playedMs < this.#hereMs) return this.#playHere(part);
    return new Promise((resolve, reject) => {
      this.#waiting.add({ part, resolve, reject });
      this.#turn().catch(reject);
    });
  }

  /** Ends the threads, when there are any. */
  async close(): Promise<void> {
    if (this.#pool !== null) await (await this.#pool).close();
  }

  /** Gives every thread that is free something to play. */
  async #turn(): Promise<void> {
    this.#pool ??= startPool(this.#settings, this.#threads);
    const pool = await this.#pool;
    while (this.#busy < pool.size) {
      const next = this.#waiting.next();
      if (next === null) return;
      this.#busy += 1;
      const done = () => {
        this.#busy -= 1;
        void this.#turn();
      };
      void pool.play(next.part).then(next.resolve, next.reject).finally(done);
    }
  }

  #playHere(part: ReplayPart): PlayedPart {
    const startedMs = performance.now();
    const played = playPart(part, this.#settings);
    this.#playedMs += performance.now() - startedMs;
    return played;
  }

  /** By its first draw, to the last bit. */
  #isAsPlayedHere(part: ReplayPart, played: PlayedPart): boolean {
    const [first] = playPart({ ...part, to: part.from + 1 }, this.#settings);
    return isDeepStrictEqual(first, played[0]);
  }
}

/** Whoever needs no threads does not wait for the library to load. */
async function startPool(settings: ReplaySettings, threads?: number): Promise<ReplayPool> {
  const { ReplayPool } = await import('./replay-pool.ts');
  return new ReplayPool(settings, threads);
}
