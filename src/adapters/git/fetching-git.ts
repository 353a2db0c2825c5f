import { spawn } from 'node:child_process';
import { type SimpleGit, simpleGit } from 'simple-git';
import { Fault } from '../../fault.ts';

/** Nothing of the machine's configuration, no hooks, no prompts, no protocol but these two. */
const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ALLOW_PROTOCOL: 'file:https',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

const BLOCK_MS = 120_000;

function environment(): Record<string, string> {
  return { ...ENVIRONMENT, PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
}

export type FetchingGit = SimpleGit;

/** git that keeps a copy of what is elsewhere: the one that may fetch. A command silent for two minutes is ended. */
export function fetchingGit(directory: string): FetchingGit {
  const config = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'gc.auto=0'];
  return simpleGit({
    baseDir: directory,
    config,
    timeout: { block: BLOCK_MS },
    allowEnvironment: Object.keys(ENVIRONMENT).filter((name) => name.startsWith('GIT_')),
    unsafe: { allowUnsafeHooksPath: true, allowUnsafeConfigPaths: true, allowUnsafeFsMonitor: true },
  }).env(environment());
}

/** What git has under each name, in their order; null where there is no such thing. One process for all of them. */
export async function readBlobBytes(
  directory: string,
  names: readonly string[],
): Promise<readonly (Buffer | null)[]> {
  if (names.length === 0) return [];
  const git = spawn('git', ['--git-dir', directory, 'cat-file', '--batch'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: environment(),
  });
  const pieces: Buffer[] = [];
  git.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  git.stdin.on('error', () => {});
  git.stdin.end(`${names.join('\n')}\n`);
  const code = await new Promise<number | null>((resolve, reject) => {
    git.once('error', (error) => reject(new Fault(`git can not be run: ${error.message}`, 'later')));
    git.once('close', resolve);
  });
  if (code !== 0) throw new Fault(`git cat-file ended with ${code} in ${directory}`, 'later');
  return parseBatch(Buffer.concat(pieces), names.length);
}

/** "<sha> blob <size>\n<bytes>\n" or "<name> missing\n", once for each name. */
function parseBatch(output: Buffer, count: number): readonly (Buffer | null)[] {
  const blobs: (Buffer | null)[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const end = output.indexOf(10, at);
    if (end < 0) throw new Fault('git cat-file gave less than it was asked for', 'later');
    const head = output.toString('latin1', at, end).split(' ');
    const size = head[1] === 'blob' ? Number(head[2]) : null;
    blobs.push(size === null ? null : output.subarray(end + 1, end + 1 + size));
    at = size === null ? end + 1 : end + 1 + size + 1;
  }
  return blobs;
}
