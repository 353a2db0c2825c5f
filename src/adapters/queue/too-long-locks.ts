import type { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { type RedisPlace, redisOptions } from './redis-place.ts';

/** More tasks than this are never in hand at once. */
const ACTIVE_MAX = 1_000;

/**
 * Shortens, again and again until it is closed, the locks of a queue that last longer than any lock of ours. Redis keeps
 * the time at which a lock ends: when its clock goes back by an hour, a worker that died holds its task for an hour. A
 * worker that lives prolongs its lock meanwhile and loses nothing.
 */
export function keepLocksShort(place: RedisPlace, worker: Worker, lockMs: number): { close(): void } {
  const redis = new Redis(redisOptions(place));
  redis.on('error', () => {});
  // A Redis that is away has no locks to shorten; the next turn looks again.
  const turns = setInterval(() => void shorten(redis, worker, lockMs).catch(() => {}), lockMs);
  return {
    close() {
      clearInterval(turns);
      redis.disconnect();
    },
  };
}

async function shorten(redis: Redis, { toKey }: Worker, lockMs: number): Promise<void> {
  const ids = await redis.lrange(toKey('active'), 0, ACTIVE_MAX - 1);
  // The last is no task's: while it lasts nobody looks for tasks whose worker died.
  for (const key of [...ids.map((id) => toKey(`${id}:lock`)), toKey('stalled-check')])
    if ((await redis.pttl(key)) > lockMs) await redis.pexpire(key, lockMs);
}
