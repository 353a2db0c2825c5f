import type { EvaluationAnswer } from '../src/adapters/evaluator/child-evaluator.ts';
import type { PlannedEvaluation, Received } from '../src/ports.ts';
import { askedOptions } from '../src/service/asked.ts';
import { OVERTAKEN } from '../src/service/overtaken.ts';
import { type PlannedPosts, planMail } from '../src/service/plan-posts.ts';
import { planRequest } from '../src/service/plan-request.ts';
import { planSecond } from '../src/service/plan-second.ts';
import { NO_WISHES, wishesIn } from '../src/service/repository-policy.ts';
import { policyOf } from '../src/service/service-settings.ts';
import { log } from './log.ts';
import { isReportOvertaken } from './overtaken.ts';
import type { WorkerPorts } from './ports.ts';

/** Saved by this name from a list's archive, the thread gives the same report. */
const COMMAND = 'giveback evaluate t.mbox.gz';
const REQUEST_COMMAND = 'giveback evaluate request.patch';

/** Evaluates a thread that is due, and writes its report and what follows from it down at once. */
export async function ensureEvaluated(key: string, ports: WorkerPorts): Promise<void> {
  const { store, queue, clock } = ports;
  const evaluation = await store.findEvaluation(key);
  if (evaluation === null || evaluation.state !== 'planned' || evaluation.dueAtMs > clock()) return;
  const documents = await documentsOf(evaluation, ports);
  if (documents.length === 0) {
    await store.bury({ queue: 'evaluate', key }, 'every letter was taken back', clock());
    return;
  }
  const answer = await evaluated(evaluation, documents, ports);
  const composed = plannedPosts(evaluation, documents[0] ?? null, answer, ports);
  const planned = isVerdictByMail(evaluation, documents) ? await keptBack(composed, answer, ports) : composed;
  await store.settleEvaluation({ evaluation, report: answer.report, ...planned, nowMs: clock() });
  const { outcome, claims, input } = answer.report;
  const { thread, run } = evaluation;
  const told = { key, thread, run, outcome, claims: claims.length, posts: planned.posts.length };
  log('evaluated', { ...told, messageId: input.messageId ?? '' });
  for (const post of planned.posts)
    if (post.state === 'planned') await queue.add({ queue: 'reply', key: post.key });
}

/** Those of the thread; where somebody named a series it stands on, that one's behind them. */
async function documentsOf({ thread, asked }: PlannedEvaluation, { store }: WorkerPorts) {
  const own = await store.listDocuments(thread);
  const other = asked?.depends === null || asked === null ? null : await store.findThread(asked.depends);
  const beside = other === null || other === thread ? [] : await store.listDocuments(other);
  return own.length === 0 ? [] : [...own, ...beside];
}

function evaluated(
  { asked }: PlannedEvaluation,
  documents: readonly Received[],
  { evaluate, service }: WorkerPorts,
): Promise<EvaluationAnswer> {
  const isRequest = documents[0]?.topic !== null;
  const directory = asked?.base == null ? undefined : service.trees[asked.base.tree];
  const source = directory === undefined ? null : { directory, commit: asked?.base?.commit ?? null };
  const options = asked === null ? '' : askedOptions(asked);
  return evaluate({
    ...{ documents: documents.map(({ bytes }) => bytes), isRequest, source, assume: asked?.assume ?? {} },
    command: `${isRequest ? REQUEST_COMMAND : COMMAND}${options}`,
  });
}

/** A request is replaced by its newer head, and who asked for a second report is answered. */
function isVerdictByMail({ asked }: PlannedEvaluation, [first]: readonly Received[]): boolean {
  return asked === null && first?.topic === null;
}

/** Nobody needs to be told of a version that is no longer the newest. */
async function keptBack(planned: PlannedPosts, { report }: EvaluationAnswer, ports: WorkerPorts) {
  const isKept = planned.posts.length > 0 && (await isReportOvertaken(report, ports));
  return isKept ? { posts: [], silences: [...planned.silences, OVERTAKEN] } : planned;
}

function plannedPosts(
  evaluation: PlannedEvaluation,
  document: Received | null,
  { report, mails }: EvaluationAnswer,
  { service, clock }: WorkerPorts,
) {
  const topic = document?.topic ?? null;
  const own = document === null || topic === null ? NO_WISHES : wishesIn(document.bytes);
  const listed = policyOf(service, evaluation.list);
  const policy = { ...listed, mute: listed.mute || own.mute };
  const { identity } = service;
  const now = new Date(clock()).toISOString();
  if (evaluation.asked !== null) return planSecond({ evaluation, report, policy, identity, now });
  return topic === null
    ? planMail({ evaluation, report, mails, policy, identity, now, millisecondsOf: Date.parse })
    : planRequest({ evaluation, report, topic, policy, own, url: identity.url });
}
