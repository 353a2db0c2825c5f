import { mkdirSync } from 'node:fs';
import { startPrivateRedis } from '../adapters/queue/private-redis.ts';
import { openStore } from '../adapters/store/open-store.ts';
import { QUEUES } from '../ports.ts';
import { readSettings } from '../settings.ts';
import { readServiceSettings } from '../settings-service.ts';
import { ExitCode } from './exit-code.ts';
import { powersOf } from './powers.ts';
import { servicePlace } from './service-place.ts';
import { supervise } from './supervise.ts';

/**
 * `giveback serve`: a store, a queue, and one process for each kind of task; only the one that replies is given the
 * means to write anywhere.
 */
export async function runServe(data: string | undefined): Promise<ExitCode> {
  const place = servicePlace(data);
  mkdirSync(place.directory, { recursive: true, mode: 0o700 });
  // What is wrong with the configuration or the store is said once and at once, not by every process again and again.
  readSettings();
  const { lists } = readServiceSettings(place.directory);
  const store = await openStore(place.database);
  await store.close();
  const redis = place.redisUrl === null ? await startPrivateRedis(place.directory) : null;
  const socket = redis === null ? [] : ['--redis', redis.socket];
  const args = ['--data', place.directory, ...socket];
  process.stderr.write(`giveback: serving ${Object.keys(lists).length} lists from ${place.directory}\n`);
  await supervise(QUEUES.map((queue) => ({ name: queue, queues: [queue], args, env: powersOf([queue]) })));
  await redis?.stop();
  return ExitCode.evaluated;
}
