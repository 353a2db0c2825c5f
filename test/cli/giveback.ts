import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CLI } from '../support/built.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a user would from a shell: no terminal, no colour. */
export function giveback(args: readonly string[], input?: string | Buffer): Ran {
  const command = [CLI, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    input: input ?? '',
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

/** The mbox of one of our own threads. */
export function threadFile(slug: string): string {
  return join(ROOT, 'test', 'threads', slug, 'thread.mbox');
}
