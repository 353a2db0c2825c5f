import { spawnSync } from 'node:child_process';
import { Fault } from '../../fault.ts';
import type { HardenedGit } from './hardened-git.ts';

const BYTES_MAX = 64 * 1024 * 1024;
const CHILD_MS_MAX = 60_000;

/**
 * Git's ids of texts by their names, in the order of the names, by one child. Null where there is no such text, or more
 * than one that begins so.
 *
 * @throws Fault  when git fails
 */
export function blobIds(
  { env, configArguments }: Pick<HardenedGit, 'env' | 'configArguments'>,
  names: readonly string[],
): readonly (string | null)[] {
  if (names.length === 0) return [];
  const child = spawnSync('git', [...configArguments, 'cat-file', '--batch-check'], {
    cwd: '/',
    env: { ...env },
    input: names.map((name) => `${name}\n`).join(''),
    stdio: ['pipe', 'pipe', 'ignore'],
    encoding: 'utf8',
    maxBuffer: BYTES_MAX,
    timeout: CHILD_MS_MAX,
    killSignal: 'SIGKILL',
  });
  if (child.status !== 0)
    throw new Fault(`git cat-file: ${child.error?.message ?? `ended with ${child.status}`}`, 'later');
  const lines = child.stdout.split('\n');
  return names.map((_, index) => /^([0-9a-f]{40,64}) blob \d+$/.exec(lines[index] ?? '')?.[1] ?? null);
}
