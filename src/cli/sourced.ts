import type { Thread } from '../evaluation.ts';
import { NotUnderstood } from '../service/asked.ts';
import type { Settings } from '../settings.ts';

/** `--tree`, `--commit` and `--depends`, as they were typed. */
export interface SourceOptions {
  readonly tree?: string;
  readonly commit?: string;
  readonly depends?: string;
}

/**
 * The thread with its sources when `--tree` names them; the C parser is loaded only then.
 * @throws NotUnderstood where the others are given without it
 */
export async function sourced(thread: Thread, options: SourceOptions, settings: Settings): Promise<Thread> {
  const { tree, commit, depends } = options;
  if (tree === undefined) {
    if (commit !== undefined || depends !== undefined)
      throw new NotUnderstood('--commit and --depends need --tree: they say how the sources are to be');
    return thread;
  }
  if (commit !== undefined && !/^[0-9a-f]{40}$/.test(commit))
    throw new NotUnderstood('a commit is named by all of its 40 digits');
  const { withSource } = await import('./with-source.ts');
  const beneath = depends === undefined ? null : (await readBeneath(depends, settings)).letters;
  return withSource(thread, { directory: tree, commit: commit ?? null, beneath });
}

async function readBeneath(path: string, settings: Settings): Promise<Thread> {
  const { readThread } = await import('./read-thread.ts');
  return readThread(path, settings);
}
