import { type ChildProcess, spawn } from 'node:child_process';
import { CLI } from './built.ts';
import type { Ground } from './ground.ts';

const END_MS = 10_000;

export interface Served {
  readonly child: ChildProcess;
  readonly over: Promise<number | null>;
  /** What it and its processes have written so far. */
  said(): string;
}

/** `giveback serve` itself, with a Redis of its own. Whatever becomes of the row, none of its processes outlives it. */
export function startServed(ground: Ground): Served {
  const env = { PATH: process.env['PATH'], HOME: ground.home };
  const child = spawn(process.execPath, [CLI, 'serve', '--data', ground.data], {
    ...{ env, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const over = new Promise<number | null>((resolve) => child.once('close', resolve));
  ground.atEnd(async () => {
    // Asked twice it kills its processes, which a kill of it alone would leave behind.
    for (const signal of ['SIGTERM', 'SIGTERM'] as const) child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
    await over;
    clearTimeout(late);
  });
  return { child, over, said: () => said };
}
