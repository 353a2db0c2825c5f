import { planMail } from '../src/service/plan-posts.ts';
import { policyOf } from '../src/service/service-settings.ts';
import type { WorkerPorts } from './ports.ts';

/** Saved by this name from a list's archive, the thread gives the same report. */
const COMMAND = 'giveback evaluate t.mbox.gz';

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
  const asked = { documents: documents.map(({ bytes }) => bytes), command: COMMAND };
  const { report, mails } = await ports.evaluate(asked);
  const policy = policyOf(service, evaluation.list);
  const now = new Date(clock()).toISOString();
  const { identity } = service;
  const planned = planMail({ evaluation, report, mails, policy, identity, now });
  await store.settleEvaluation({ evaluation, report, ...planned, nowMs: clock() });
  for (const post of planned.posts)
    if (post.state === 'planned') await queue.add({ queue: 'reply', key: post.key });
}
