import { spawnSync } from 'node:child_process';
import { Fault } from '../../fault.ts';
import type { HardenedGit } from './hardened-git.ts';

/** Bytes of all blobs together; one folder of drivers is a hundredth of it. */
const BYTES_MAX = 256 * 1024 * 1024;
const CHILD_MS_MAX = 60_000;
const NEWLINE = 10;

/**
 * The texts of blobs by their ids, read by one child. An id that is no blob has no text.
 *
 * @throws Fault  when git fails
 */
export function readBlobs(
  { env, configArguments }: Pick<HardenedGit, 'env' | 'configArguments'>,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const child = spawnSync('git', [...configArguments, 'cat-file', '--batch'], {
    cwd: '/',
    env: { ...env },
    input: ids.map((id) => `${id}\n`).join(''),
    stdio: ['pipe', 'pipe', 'ignore'],
    maxBuffer: BYTES_MAX,
    timeout: CHILD_MS_MAX,
    killSignal: 'SIGKILL',
  });
  if (child.status !== 0)
    throw new Fault(`git cat-file: ${child.error?.message ?? `ended with ${child.status}`}`, 'later');
  return textsIn(child.stdout);
}

/** Each blob is its id, its type and its size in a line, its bytes, and a line end. */
function textsIn(output: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  let at = 0;
  while (at < output.length) {
    const found = output.indexOf(NEWLINE, at);
    const end = found < 0 ? output.length : found;
    const [id = '', type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    const length = Number(size);
    texts.set(id, output.toString('utf8', at, at + length));
    at += length + 1;
  }
  return texts;
}
