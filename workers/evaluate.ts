import { planMail } from '../src/service/plan-posts.ts';
import { planRequest } from '../src/service/plan-request.ts';
import { policyOf } from '../src/service/service-settings.ts';
import type { WorkerPorts } from './ports.ts';

/** Saved by this name from a list's archive, the thread gives the same report. */
const COMMAND = 'giveback evaluate t.mbox.gz';
const REQUEST_COMMAND = 'giveback evaluate request.patch';

/** Evaluates a thread that is due, and writes its report and what follows from it down at once. */
export async function ensureEvaluated(key: string, ports: WorkerPorts): Promise<void> {
  const { store, queue, clock, service } = ports;
  const evaluation = await store.findEvaluation(key);
  if (evaluation === null || evaluation.state !== 'planned' || evaluation.dueAtMs > clock()) return;
  const documents = await store.listDocuments(evaluation.thread);
  if (documents.length === 0) {
    await store.bury({ queue: 'evaluate', key }, 'every letter was taken back', clock());
    return;
  }
  const topic = documents[0]?.topic ?? null;
  const command = topic === null ? COMMAND : REQUEST_COMMAND;
  const asked = { documents: documents.map(({ bytes }) => bytes), command, isRequest: topic !== null };
  const { report, mails } = await ports.evaluate(asked);
  const policy = policyOf(service, evaluation.list);
  const { identity } = service;
  const now = new Date(clock()).toISOString();
  const planned =
    topic === null
      ? planMail({ evaluation, report, mails, policy, identity, now })
      : planRequest({ evaluation, report, topic, policy, url: identity.url });
  await store.settleEvaluation({ evaluation, report, ...planned, nowMs: clock() });
  for (const post of planned.posts)
    if (post.state === 'planned') await queue.add({ queue: 'reply', key: post.key });
}
