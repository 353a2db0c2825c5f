import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { PlayedPart, ReplayPart } from '../../replay/replay-claim.ts';
import type { ReplaySettings } from '../../replay/replay-settings.ts';

/** Threads that play parts of replays, one for each core unless told otherwise. Close it, or the process stays. */
export class ReplayPool {
  /** How many there are. */
  readonly size: number;
  readonly #threads: Piscina<ReplayPart, PlayedPart>;

  constructor(settings: ReplaySettings, threads: number = availableParallelism()) {
    this.size = threads;
    this.#threads = new Piscina({
      filename: IS_SOURCE ? THREAD.href : THREAD.href.replace(/ts$/, 'js'),
      workerData: settings,
      name: 'play',
      minThreads: threads,
      maxThreads: threads,
      // Sources run under a loader that a thread has to be given again; built files need none.
      execArgv: IS_SOURCE ? ['--import', 'tsx'] : [],
    });
  }

  /** Plays one part. @throws what the part throws: a bug, in config or in the model */
  play(part: ReplayPart): Promise<PlayedPart> {
    return this.#threads.run(part);
  }

  /** Ends the threads; parts under way are given up. */
  async close(): Promise<void> {
    await this.#threads.destroy();
  }
}

const THREAD = new URL('./replay-thread.ts', import.meta.url);
const IS_SOURCE = import.meta.url.endsWith('.ts');
