import { Redis } from 'ioredis';
import { type RedisPlace, redisOptions } from './redis-place.ts';

/** Settings with which Redis may lose what it was given: 234 to 377 of 400 jobs were lost where this was tried. */
const WANTED = [
  ['maxmemory-policy', 'noeviction'],
  ['appendonly', 'yes'],
] as const;

/** What is wrong with a Redis as a queue; empty when nothing is. */
export async function redisAilments(place: RedisPlace): Promise<readonly string[]> {
  try {
    return await asked(place, async (redis) => {
      const ailments: string[] = [];
      for (const [name, wanted] of WANTED) {
        const value = await settingOf(redis, name);
        if (value !== wanted) ailments.push(`Redis has ${name} ${value}; set it to ${wanted}`);
      }
      return ailments;
    });
  } catch (error) {
    return [`Redis does not answer: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** A Redis that throws away what does not fit is no queue at all; null for any other, and for one that is away. */
export async function evictionOf(place: RedisPlace): Promise<string | null> {
  try {
    const policy = await asked(place, (redis) => settingOf(redis, 'maxmemory-policy'));
    return policy === 'noeviction'
      ? null
      : `Redis has maxmemory-policy ${policy} and would throw tasks away; set it to noeviction`;
  } catch {
    return null;
  }
}

async function asked<Answer>(place: RedisPlace, ask: (redis: Redis) => Promise<Answer>): Promise<Answer> {
  const redis = new Redis({ ...redisOptions(place), lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

async function settingOf(redis: Redis, name: string): Promise<string> {
  const said = await redis.config('GET', name);
  return Array.isArray(said) ? String(said[1]) : '';
}
