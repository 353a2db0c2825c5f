import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openQueue } from '../src/adapters/queue/bull-queue.ts';
import type { RedisPlace } from '../src/adapters/queue/redis-place.ts';
import { watchedQueues } from '../src/adapters/queue/watched-queues.ts';
import { openStore } from '../src/adapters/store/open-store.ts';
import { webApp } from '../src/adapters/web/app.ts';
import { serviceMetrics, startMetrics } from '../src/adapters/web/metrics.ts';
import { queueBoard } from '../src/adapters/web/queue-board.ts';
import { startWeb } from '../src/adapters/web/start-web.ts';
import type { WebPorts } from '../src/adapters/web/web-ports.ts';
import { type ServicePlace, servicePlace } from '../src/cli/service-place.ts';
import { packageVersion } from '../src/package-facts.ts';
import { readServiceSettings } from '../src/settings-service.ts';
import { log } from './log.ts';
import { whenAskedToEnd } from './when-asked-to-end.ts';

/** The process with the pages and the counters: it reads the store, plans what it is asked to, and holds no password. */
async function serveWeb(place: ServicePlace, redis: RedisPlace): Promise<void> {
  mkdirSync(place.directory, { recursive: true, mode: 0o700 });
  const { web: settings } = readServiceSettings(place.directory);
  const store = await openStore(place.database);
  const queue = openQueue(redis);
  const watched = watchedQueues(redis);
  const killSwitch = {
    isOn: () => existsSync(place.killSwitch),
    turn: (isOn: boolean) =>
      isOn ? writeFileSync(place.killSwitch, STOPPED) : rmSync(place.killSwitch, { force: true }),
  };
  const { directory } = place;
  const ports: WebPorts = { store, queue, clock: Date.now, settings, killSwitch, directory };
  const web = await startWeb(webApp(ports, packageVersion(), queueBoard(watched)), settings);
  const metrics = await startMetrics(serviceMetrics(ports), settings.metricsPort);
  log('pages', { url: web.url, metrics: `${metrics.url}/metrics` });
  whenAskedToEnd(() => {
    void Promise.all([web.close(), metrics.close(), queue.close(), ...watched.map((one) => one.close())])
      .then(() => store.close())
      .then(() => process.exit(0));
  });
}

const STOPPED = 'Nothing is posted while this file is here.\n';

const { values } = parseArgs({ options: { data: { type: 'string' }, redis: { type: 'string' } } });
const place = servicePlace(values.data);
const redis = values.redis === undefined ? { url: place.redisUrl ?? '' } : { socket: values.redis };
whenAskedToEnd(() => process.exit(0));
await serveWeb(place, redis).catch((error: unknown) => {
  process.stderr.write(`giveback: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
