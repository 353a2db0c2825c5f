import type { Watcher } from '../src/adapters/evaluator/child-evaluator.ts';
import type { PlannedEvaluation } from '../src/ports/evaluation-store.ts';
import type { WorkerPorts } from './ports.ts';

const LOOK_MS = 2_000;

/** An evaluation that runs: what it is called off by, and whether it was. */
export interface Watched {
  readonly watcher: Watcher;
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

/**
 * Writes down how far an evaluation is, and calls it off when its result would be thrown away: it was cancelled, or a
 * letter came in meanwhile.
 */
export function watchEvaluation(
  { key, dueAtMs }: PlannedEvaluation,
  { store, clock }: Pick<WorkerPorts, 'store' | 'clock'>,
): Watched {
  const ended = new AbortController();
  const begunAtMs = clock();
  let writing: Promise<unknown> = Promise.resolve();
  const look = async () => {
    const now = await store.findEvaluation(key);
    if (now?.state !== 'planned' || now.dueAtMs !== dueAtMs) ended.abort();
  };
  // A store that is away is told by those who need it; nobody's work ends for a look.
  const turns = setInterval(() => void look().catch(() => {}), LOOK_MS);
  return {
    signal: ended.signal,
    watcher: {
      signal: ended.signal,
      onProgress({ done, total }) {
        const far = { evaluation: key, done, total, begunAtMs, atMs: clock() };
        writing = writing.then(() => store.noteProgress(far)).catch(() => {});
      },
    },
    async close() {
      clearInterval(turns);
      await writing;
      await store.endProgress(key).catch(() => {});
    },
  };
}
