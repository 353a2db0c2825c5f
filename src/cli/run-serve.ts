import { mkdirSync } from 'node:fs';
import { keepPrivateRedis } from '../adapters/queue/private-redis.ts';
import { holdDirectory } from '../adapters/store/hold-directory.ts';
import { openStore } from '../adapters/store/open-store.ts';
import { Fault } from '../fault.ts';
import { QUEUES } from '../ports/queue.ts';
import { readSettings } from '../settings.ts';
import { readServiceSettings } from '../settings-service.ts';
import { ExitCode } from './exit-code.ts';
import { complain } from './output.ts';
import { powersOf } from './powers.ts';
import { type ServicePlace, servicePlace } from './service-place.ts';
import { supervise } from './supervise.ts';

/**
 * `giveback serve`: a store, a queue, and one process for each kind of task; only the one that replies is given the
 * means to write anywhere.
 */
export async function runServe(data: string | undefined): Promise<ExitCode> {
  try {
    return await serve(servicePlace(data));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    complain('serve', error.message);
    return error.retry === 'later' ? ExitCode.tryLater : ExitCode.configuration;
  }
}

async function serve(place: ServicePlace): Promise<ExitCode> {
  mkdirSync(place.directory, { recursive: true, mode: 0o700 });
  const letGo = await holdDirectory(place.directory);
  // What is wrong with the configuration or the store is said once and at once, not by every process again and again.
  readSettings();
  const { lists } = readServiceSettings(place.directory);
  await examineStore(place);
  const redis = place.redisUrl === null ? await keepPrivateRedis(place.directory) : null;
  const socket = redis === null ? [] : ['--redis', redis.socket];
  const args = ['--data', place.directory, ...socket];
  process.stderr.write(`giveback: serving ${Object.keys(lists).length} lists from ${place.directory}\n`);
  const posts = QUEUES.map((queue) => ({ name: queue, queues: [queue], args, env: powersOf([queue]) }));
  const pages = { name: 'pages', entry: 'web' as const, queues: [], args, env: powersOf([]) };
  const code = await supervise([...posts, pages]);
  await redis?.stop();
  letGo();
  return code;
}

/** A store that is damaged is not written to: a post it has forgotten could be sent twice. */
async function examineStore({ database }: ServicePlace): Promise<void> {
  const store = await openStore(database);
  try {
    const ailment = await store.findDamage();
    if (ailment !== null)
      throw new Fault(
        `the store is damaged: ${ailment}; restore a backup, or sqlite3 FILE .recover`,
        'never',
      );
  } finally {
    await store.close();
  }
}
