import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JobsOptions, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { openQueue } from '../../src/adapters/queue/bull-queue.ts';
import { startWorker } from '../../src/adapters/queue/bull-worker.ts';
import { type PrivateRedis, startPrivateRedis } from '../../src/adapters/queue/private-redis.ts';

/** What both ways of queueing can do: ours, and BullMQ as its own pages show it. */
export interface Ways {
  add(key: string): Promise<unknown>;
  /** Takes what waits; gives what ends it. */
  work(concurrency: number, onJob: () => void): { close(): Promise<void> };
  close(): Promise<void>;
}

/** The Redis of the product, started anew in a directory of its own, and both ways on it. */
export class QueueGround {
  readonly #directory: string;
  readonly #redis: PrivateRedis;
  readonly #flush: Redis;
  readonly ours: Ways;
  readonly plain: Ways;

  static async open(): Promise<QueueGround> {
    const directory = mkdtempSync(join(tmpdir(), 'gb-'));
    return new QueueGround(directory, await startPrivateRedis(directory));
  }

  private constructor(directory: string, redis: PrivateRedis) {
    this.#directory = directory;
    this.#redis = redis;
    this.#flush = new Redis({ path: redis.socket, maxRetriesPerRequest: null });
    this.ours = ourWays(redis.socket);
    this.plain = plainWays(redis.socket);
  }

  /** Every round begins on an empty Redis: what the other way left waiting is not to be carried along. */
  async empty(): Promise<void> {
    await this.#flush.flushall();
  }

  async close(): Promise<void> {
    await Promise.all([this.ours.close(), this.plain.close()]);
    this.#flush.disconnect();
    await this.#redis.stop();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

function ourWays(socket: string): Ways {
  const queue = openQueue({ socket });
  return {
    add: (key) => queue.add({ queue: 'ingest', key }),
    work: (concurrency, onJob) =>
      startWorker(
        { socket },
        {
          ...{ queue: 'ingest', concurrency, lockMs: 60_000, retry: { attempts: 5, delayMs: 30_000 } },
          work: async () => onJob(),
          onDead: async () => {},
        },
      ),
    close: () => queue.close(),
  };
}

/** What is done is taken away, as in ours; everything else is as it comes. */
const PLAIN: JobsOptions = { removeOnComplete: true };

function plainWays(socket: string): Ways {
  const connection = { path: socket, maxRetriesPerRequest: null };
  const queue = new Queue('plain', { connection });
  return {
    add: (key) => queue.add('plain', { key }, PLAIN),
    work: (concurrency, onJob) => new Worker('plain', async () => onJob(), { connection, concurrency }),
    close: () => queue.close(),
  };
}
