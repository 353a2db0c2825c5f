import type { Server } from 'node:http';
import { type RunningWorker, startWorker } from '../src/adapters/queue/bull-worker.ts';
import { evictionOf } from '../src/adapters/queue/redis-ailments.ts';
import type { RedisPlace } from '../src/adapters/queue/redis-place.ts';
import type { ServicePlace } from '../src/cli/service-place.ts';
import { Fault } from '../src/fault.ts';
import type { QueueName } from '../src/ports/queue.ts';
import { isShareKey } from '../src/service/job-keys.ts';
import { ensureEvaluated } from './evaluate.ts';
import type { Loop } from './every.ts';
import { FilingOrder, type Pass } from './filing-order.ts';
import { ensureFiled } from './ingest.ts';
import { log } from './log.ts';
import { loopsOf } from './loops.ts';
import { openPorts } from './open-ports.ts';
import { ensureSharePlayed } from './play-share.ts';
import type { WorkerPorts } from './ports.ts';
import { ensureReply } from './reply.ts';
import { openWebhook } from './webhook.ts';
import { whenAskedToEnd } from './when-asked-to-end.ts';

const WORK: Readonly<Record<QueueName, (key: string, ports: WorkerPorts, pass: Pass) => Promise<void>>> = {
  ingest: ensureFiled,
  evaluate: (key, ports) => (isShareKey(key) ? ensureSharePlayed(key, ports) : ensureEvaluated(key, ports)),
  reply: ensureReply,
};

/** What is in hand has so long to end after we were asked to. */
const DRAIN_MS = 25_000;

/** One process of the service: the queues it is told to serve, until it is asked to end. */
export async function serve(place: ServicePlace, redis: RedisPlace, queues: readonly QueueName[]) {
  const eviction = await evictionOf(redis);
  if (eviction !== null) throw new Fault(eviction, 'never');
  let isStopping = false;
  const ports = await openPorts(place, redis, () => isStopping);
  const running: (Loop | RunningWorker)[] = [];
  let webhook: Server | null = null;
  // Before the first task is taken: what is in hand when we are asked to end is brought to its end.
  whenAskedToEnd(() => {
    webhook?.close();
    isStopping = true;
    void end(running, ports);
  });
  running.push(...queues.map((queue) => workerFor(queue, redis, ports)));
  webhook = queues.includes('reply') ? await openWebhook(ports) : null;
  running.push(...loopsOf(queues, { ports, directory: place.directory, hasWebhook: webhook !== null }));
}

/** So many documents wait for the disk together: more of them make it no cheaper, as half of the time is reading. */
const FILED_AT_ONCE = 32;

function workerFor(queue: QueueName, redis: RedisPlace, ports: WorkerPorts): RunningWorker {
  const { limits } = ports.service;
  const order = new FilingOrder();
  return startWorker(redis, {
    queue,
    concurrency: { ingest: FILED_AT_ONCE, evaluate: limits.evaluation.atOnce, reply: 1 }[queue],
    lockMs: limits.lockSeconds * 1_000,
    retry: { attempts: limits.attemptsMax, delayMs: limits.retryDelaySeconds * 1_000 },
    work: (key) => {
      const work = (pass: Pass) => told(queue, key, ports, () => WORK[queue](key, ports, pass));
      return queue === 'ingest' ? order.next(work) : work(() => {});
    },
    onDead: (task, because) => ports.store.bury(task, because, ports.clock()),
  });
}

/** Says how a task went: what is never said can not be looked for. */
async function told(
  queue: QueueName,
  key: string,
  { times }: WorkerPorts,
  work: () => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  try {
    await work();
    if (queue !== 'evaluate') times.note(queue, ms());
    log('task done', { queue, key, ms: ms() });
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    log('task failed', { queue, key, ms: ms(), because });
    throw error;
  }
}

/** A Redis that is away keeps its workers from closing: what was in hand is in the store, and is found there again. */
async function end(
  running: readonly (Loop | RunningWorker)[],
  { queue, store, times }: WorkerPorts,
): Promise<void> {
  setTimeout(() => process.exit(0), DRAIN_MS).unref();
  await Promise.all(running.map((one) => one.close()));
  await times.write(store).catch(() => {});
  await Promise.all([queue.close(), store.close()]);
  process.exit(0);
}
