import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { Fault } from '../../fault.ts';
import type { QueueName, Task } from '../../ports/queue.ts';
import { type JobData, PREFIX } from './bull-queue.ts';
import { type RedisPlace, redisOptions } from './redis-place.ts';
import { keepLocksShort } from './too-long-locks.ts';

export interface RetryPolicy {
  readonly attempts: number;
  /** Before the second attempt; doubled before each one after it. */
  readonly delayMs: number;
}

export interface WorkerTask {
  readonly queue: QueueName;
  readonly concurrency: number;
  /** A worker that says nothing for so long has lost its job to another one. */
  readonly lockMs: number;
  readonly retry: RetryPolicy;
  /** Does the task; doing it twice must be harmless. A Fault with retry 'never' gives up at once. */
  work(key: string): Promise<void>;
  /** The task gave up for good. */
  onDead(task: Task, because: string): Promise<void>;
}

export interface RunningWorker {
  /** Takes nothing new and waits for what is in hand. */
  close(): Promise<void>;
}

/** Kills that one job may survive: every step of ours may be repeated, so a killed worker is no reason to give up. */
const STALLED_MAX = 10;
/** A dead letter that is older than so many is told by the store alone. */
const DEAD_MAX = 5_000;

export function startWorker(place: RedisPlace, task: WorkerTask): RunningWorker {
  const burials = new Set<Promise<void>>();
  const worker = new Worker<JobData>(task.queue, (job) => attempt(job, task), {
    connection: redisOptions(place),
    prefix: PREFIX,
    concurrency: task.concurrency,
    lockDuration: task.lockMs,
    stalledInterval: task.lockMs / 2,
    maxStalledCount: STALLED_MAX,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: DEAD_MAX },
  });
  worker.on('error', () => {});
  worker.on('failed', (job, error) => {
    if (job === undefined || !isFinal(job, error, task.retry)) return;
    const burial = task.onDead({ queue: task.queue, key: job.data.key }, error.message);
    // A burial that fails is no loss: the row is still due, and the reconciler brings it again.
    const settled = burial.catch(() => {}).finally(() => burials.delete(settled));
    burials.add(settled);
  });
  const locks = keepLocksShort(place, worker, task.lockMs);
  return {
    async close() {
      await worker.close();
      locks.close();
      await Promise.all(burials);
    },
  };
}

async function attempt(job: Job<JobData>, task: WorkerTask): Promise<void> {
  const { attempts, delayMs: delay } = task.retry;
  // Asked for when the attempt fails, and only here: in Redis it would be a third of what a job costs.
  job.opts = { ...job.opts, attempts, backoff: { type: 'exponential', delay, jitter: 0.5 } };
  try {
    await task.work(job.data.key);
  } catch (error) {
    if (error instanceof Fault && error.retry === 'never') throw new UnrecoverableError(error.message);
    throw error;
  }
}

function isFinal(job: Job<JobData>, error: Error, { attempts }: RetryPolicy): boolean {
  const isStalledOut = error.message.startsWith('job stalled more than');
  return isStalledOut || error.name === 'UnrecoverableError' || job.attemptsMade >= attempts;
}
