import type { Thread } from '../evaluation.ts';

/** The thread with its sources when `--tree` names them; the C parser is loaded only then. */
export async function sourced(thread: Thread, tree: string | undefined): Promise<Thread> {
  return tree === undefined ? thread : (await import('./with-source.ts')).withSource(thread, tree);
}
