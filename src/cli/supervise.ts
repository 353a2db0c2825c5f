import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../package-facts.ts';
import type { QueueName } from '../ports.ts';

/** A process of the service. */
export interface Post {
  /** What it is called in a message. */
  readonly name: string;
  readonly queues: readonly QueueName[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

const GRACE_MS = 30_000;
const RESTART_MS_MAX = 30_000;
/** Who lived so long was well: the next death is the first again. */
const WELL_MS = 60_000;

/** Keeps the processes alive until we are asked to end; then lets each finish what is in hand. */
export async function supervise(posts: readonly Post[]): Promise<void> {
  const state = { isStopping: false };
  const running = new Map<Post, ChildProcess>();
  const stop = () => {
    if (state.isStopping) for (const child of running.values()) child.kill('SIGKILL');
    state.isStopping = true;
    for (const child of running.values()) child.kill('SIGTERM');
    setTimeout(() => {
      for (const child of running.values()) child.kill('SIGKILL');
    }, GRACE_MS).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await Promise.all(posts.map((post) => keepAlive(post, running, state)));
}

async function keepAlive(
  post: Post,
  running: Map<Post, ChildProcess>,
  state: { readonly isStopping: boolean },
): Promise<void> {
  let pauseMs = 1_000;
  while (!state.isStopping) {
    const started = performance.now();
    const child = start(post);
    running.set(post, child);
    const how = await exitOf(child);
    running.delete(post);
    if (state.isStopping) return;
    process.stderr.write(`giveback: ${post.name} ended (${how}); it is started again\n`);
    pauseMs = performance.now() - started > WELL_MS ? 1_000 : Math.min(pauseMs * 2, RESTART_MS_MAX);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function start({ queues, args, env }: Post): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = join(packageRoot(), isSource ? 'workers/main.ts' : 'dist/workers/main.js');
  const loader = isSource ? ['--import', 'tsx'] : [];
  const named = queues.flatMap((queue) => ['--queue', queue]);
  return spawn(process.execPath, [...loader, entry, ...named, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env },
    // A group of its own: Ctrl-C reaches us, and we tell it in our order.
    detached: true,
  });
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}
