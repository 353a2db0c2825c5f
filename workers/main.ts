import { parseArgs } from 'node:util';
import { startWorker } from '../src/adapters/queue/bull-worker.ts';
import type { RedisPlace } from '../src/adapters/queue/redis-place.ts';
import { servicePlace } from '../src/cli/service-place.ts';
import { QUEUES, type QueueName } from '../src/ports.ts';
import { ensureEvaluated } from './evaluate.ts';
import { every } from './every.ts';
import { ensureFiled } from './ingest.ts';
import { openPorts } from './open-ports.ts';
import { ensurePolled, repositoriesOf } from './poll-forge.ts';
import type { WorkerPorts } from './ports.ts';
import { reconcile } from './reconcile.ts';
import { ensureReply } from './reply.ts';
import { ensureReceived } from './subscribe.ts';
import { subscriptionsOf } from './subscriptions.ts';
import { openWebhook } from './webhook.ts';

const WORK: Readonly<Record<QueueName, (key: string, ports: WorkerPorts) => Promise<void>>> = {
  ingest: ensureFiled,
  evaluate: ensureEvaluated,
  reply: ensureReply,
};

/** One process of the service: the queues it is told to serve, until it is asked to end. */
async function serve(
  place: ReturnType<typeof servicePlace>,
  redis: RedisPlace,
  queues: readonly QueueName[],
) {
  let isStopping = false;
  const ports = await openPorts(place, redis, () => isStopping);
  const { limits } = ports.service;
  const workers = queues.map((queue) =>
    startWorker(redis, {
      queue,
      concurrency: queue === 'evaluate' ? limits.evaluation.atOnce : 1,
      lockMs: limits.lockSeconds * 1_000,
      work: (key) => WORK[queue](key, ports),
      onDead: (task, because) => ports.store.bury(task, because, ports.clock()),
    }),
  );
  const sources = queues.includes('ingest') ? subscriptionsOf(ports.service, place.directory) : [];
  const loops = [
    every(limits.reconcileSeconds, () => reconcile(ports)),
    ...sources.map((source) => every(limits.pollSeconds, () => ensureReceived(source, ports))),
  ];
  const webhook = queues.includes('reply') ? await openWebhook(ports) : null;
  const { github } = ports;
  if (queues.includes('reply') && github !== null && webhook === null)
    for (const repository of repositoriesOf(ports.service))
      loops.push(every(limits.pollSeconds, () => ensurePolled(repository, github, ports)));
  process.once('SIGTERM', () => {
    webhook?.close();
    isStopping = true;
    void Promise.all([...loops, ...workers].map((one) => one.close()))
      .then(() => Promise.all([ports.queue.close(), ports.store.close()]))
      .then(() => process.exit(0));
  });
}

const { values } = parseArgs({
  options: { data: { type: 'string' }, redis: { type: 'string' }, queue: { type: 'string', multiple: true } },
});
const place = servicePlace(values.data);
const redis = values.redis === undefined ? { url: place.redisUrl ?? '' } : { socket: values.redis };
const chosen = QUEUES.filter((queue) => values.queue === undefined || values.queue.includes(queue));
await serve(place, redis, chosen).catch((error: unknown) => {
  process.stderr.write(`giveback: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
