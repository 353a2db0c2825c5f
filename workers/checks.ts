import type { Received } from '../src/ports/mail-store.ts';
import { planCheckStep } from '../src/service/plan-check-step.ts';
import { wishesIn } from '../src/service/repository-policy.ts';
import { policyOf } from '../src/service/service-settings.ts';
import type { WorkerPorts } from './ports.ts';

type CheckPorts = Pick<WorkerPorts, 'store' | 'queue' | 'clock' | 'service'>;

/** The check of a commit says how far its evaluation is. Nothing for a mail; again is harmless. */
export async function ensureCheckSays(
  step: 'queued' | 'in_progress',
  { topic, list, bytes }: Received,
  thread: string,
  { store, queue, clock, service }: CheckPorts,
): Promise<void> {
  if (topic === null) return;
  const { stage, mute } = policyOf(service, list);
  const policy = { stage, mute: mute || wishesIn(bytes).mute };
  const post = planCheckStep(step, { thread, list, topic, policy });
  if (post === null || !(await store.stepCheck(post, clock()))) return;
  await queue.add({ queue: 'reply', key: post.key });
}

/** A check that promises a verdict which will not come is brought to its end. */
export async function ensureChecksEnd({ store, queue, clock, service }: CheckPorts): Promise<void> {
  for (const { target: topic, thread, list } of await store.listLapsedChecks()) {
    const post = planCheckStep('given-up', { thread, list, topic, policy: policyOf(service, list) });
    const isPlanned = await store.giveUpCheck(topic, post, clock());
    if (isPlanned && post !== null) await queue.add({ queue: 'reply', key: post.key });
  }
}
