import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueName } from '../ports/queue.ts';
import { ExitCode } from './exit-code.ts';
import { workerProcess } from './worker-process.ts';

/** A process of the service. */
export interface Post {
  /** What it is called in a message. */
  readonly name: string;
  /** Serves queues, or the pages. */
  readonly entry?: 'main' | 'web';
  readonly queues: readonly QueueName[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

const GRACE_MS = 30_000;
const RESTART_MS_MAX = 30_000;
/** Who lived so long was well: the next death is the first again. */
const WELL_MS = 60_000;

/** What the processes share while they are kept alive. */
interface Watch {
  readonly running: Map<Post, ChildProcess>;
  /** Aborted when we are asked to end. */
  readonly stopping: AbortController;
  /** The first exit code that says a restart can not help. */
  refusal: ExitCode | null;
}

/**
 * Keeps the processes alive until we are asked to end; then lets each finish what is in hand. One that refuses its
 * configuration ends them all, and its exit code is given back.
 */
export async function supervise(posts: readonly Post[]): Promise<ExitCode> {
  const watch: Watch = { running: new Map(), stopping: new AbortController(), refusal: null };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(watch));
  await Promise.all(posts.map((post) => keepAlive(post, watch)));
  return watch.refusal ?? ExitCode.evaluated;
}

/** Asked a second time, it does not wait. */
function stop({ running, stopping }: Watch): void {
  const kill = (signal: NodeJS.Signals) => {
    for (const child of running.values()) child.kill(signal);
  };
  kill(stopping.signal.aborted ? 'SIGKILL' : 'SIGTERM');
  stopping.abort();
  setTimeout(() => kill('SIGKILL'), GRACE_MS).unref();
}

async function keepAlive(post: Post, watch: Watch): Promise<void> {
  const { signal } = watch.stopping;
  let pauseMs = 1_000;
  while (!signal.aborted) {
    const started = performance.now();
    const child = start(post);
    watch.running.set(post, child);
    const { code, how } = await exitOf(child);
    watch.running.delete(post);
    if (signal.aborted) return;
    if (code === ExitCode.configuration) {
      watch.refusal = code;
      return stop(watch);
    }
    process.stderr.write(`giveback: ${post.name} ended (${how}); it is started again\n`);
    pauseMs = performance.now() - started > WELL_MS ? 1_000 : Math.min(pauseMs * 2, RESTART_MS_MAX);
    await sleep(pauseMs, null, { signal }).catch(() => {});
  }
}

function start({ entry: name = 'main', queues, args, env }: Post): ChildProcess {
  const named = queues.flatMap((queue) => ['--queue', queue]);
  return spawn(process.execPath, workerProcess(name, [...named, ...args]), {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env },
    // A group of its own: Ctrl-C reaches us, and we tell it in our order.
    detached: true,
  });
}

interface Exit {
  readonly code: number | null;
  readonly how: string;
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, how: error.message }));
    child.once('exit', (code, signal) => resolve({ code, how: signal ?? `exit code ${code}` }));
  });
}
