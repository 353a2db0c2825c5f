import { Redis } from 'ioredis';
import { type RedisPlace, redisOptions } from './redis-place.ts';

/** Settings with which Redis may lose what it was given: 234 to 377 of 400 jobs were lost where this was tried. */
const WANTED = [
  ['maxmemory-policy', 'noeviction'],
  ['appendonly', 'yes'],
] as const;

/** What is wrong with a Redis as a queue; empty when nothing is. */
export async function redisAilments(place: RedisPlace): Promise<readonly string[]> {
  const redis = new Redis({ ...redisOptions(place), lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    const ailments: string[] = [];
    for (const [name, wanted] of WANTED) {
      const said = await redis.config('GET', name);
      const value = Array.isArray(said) ? String(said[1]) : '';
      if (value !== wanted) ailments.push(`Redis has ${name} ${value}; set it to ${wanted}`);
    }
    return ailments;
  } catch (error) {
    return [`Redis does not answer: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    redis.disconnect();
  }
}
