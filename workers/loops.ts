import type { QueueName } from '../src/ports/queue.ts';
import { every, type Loop } from './every.ts';
import { ensurePolled, repositoriesOf } from './poll-forge.ts';
import type { WorkerPorts } from './ports.ts';
import { receiveOrTell } from './receive-or-tell.ts';
import { reconcile } from './reconcile.ts';
import { subscriptionsOf } from './subscriptions.ts';

interface Running {
  readonly ports: WorkerPorts;
  readonly directory: string;
  readonly hasWebhook: boolean;
}

/** What a process does again and again beside its queues: plan what is due, ask the sources, poll without a webhook. */
export function loopsOf(
  queues: readonly QueueName[],
  { ports, directory, hasWebhook }: Running,
): readonly Loop[] {
  const { github, service } = ports;
  const { reconcileSeconds, pollSeconds, pollSecondsMax } = service.limits;
  const sources = queues.includes('ingest') ? subscriptionsOf(service, directory) : [];
  const isPolling = queues.includes('reply') && github !== null && !hasWebhook;
  const repositories = isPolling ? repositoriesOf(service) : [];
  return [
    every(reconcileSeconds, () => reconcile(ports)),
    ...sources.map((source) => {
      const loop = every(pollSeconds, () => receiveOrTell(source, ports), pollSecondsMax);
      source.watch?.(() => loop.wake());
      return loop;
    }),
    ...repositories.map((name) =>
      every(
        pollSeconds,
        async () => github !== null && (await ensurePolled(name, github, ports)),
        pollSecondsMax,
      ),
    ),
  ];
}
