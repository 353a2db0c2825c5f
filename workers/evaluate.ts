import {
  EVALUATION_STAGES,
  type EvaluationAnswer,
  type Watcher,
} from '../src/adapters/evaluator/child-evaluator.ts';
import type { Asked, PlannedEvaluation } from '../src/ports/evaluation-store.ts';
import type { Received } from '../src/ports/mail-store.ts';
import { answerPost } from '../src/service/answer-post.ts';
import { askedOptions, askedWords, NotUnderstood } from '../src/service/asked.ts';
import { OVERTAKEN } from '../src/service/overtaken.ts';
import { type PlannedPosts, planMail } from '../src/service/plan-posts.ts';
import { planRequest } from '../src/service/plan-request.ts';
import { planSecond } from '../src/service/plan-second.ts';
import { NO_WISHES, wishesIn } from '../src/service/repository-policy.ts';
import { policyOf, type ServiceSettings, treeOf } from '../src/service/service-settings.ts';
import { ensureCheckSays } from './checks.ts';
import { log } from './log.ts';
import { isReportOvertaken } from './overtaken.ts';
import type { WorkerPorts } from './ports.ts';
import { Spreading } from './spread.ts';
import { watchEvaluation } from './watch-evaluation.ts';

/** Saved by this name from a list's archive, the thread gives the same report. */
const COMMAND = 'giveback evaluate t.mbox.gz';
const REQUEST_COMMAND = 'giveback evaluate request.patch';

/** Evaluates a thread that is due, and writes its report and what follows from it down at once. */
export async function ensureEvaluated(key: string, ports: WorkerPorts): Promise<void> {
  const { store, queue, clock } = ports;
  const evaluation = await store.findEvaluation(key);
  if (evaluation === null || evaluation.state !== 'planned' || evaluation.dueAtMs > clock()) return;
  const documents = await store.listDocuments(evaluation.thread);
  if (documents.length === 0) {
    await store.bury({ queue: 'evaluate', key }, 'every letter was taken back', clock());
    return;
  }
  if (evaluation.asked === null && documents[0] !== undefined)
    await ensureCheckSays('in_progress', documents[0], evaluation.thread, ports);
  const answer = await watched(evaluation, documents, ports);
  if (answer === null) return;
  for (const stage of EVALUATION_STAGES) ports.times.note(stage, answer.stageMs?.[stage] ?? 0);
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

/** Null where it came to no report: it was called off, or can not be as somebody asked. */
async function watched(
  evaluation: PlannedEvaluation,
  documents: readonly Received[],
  ports: WorkerPorts,
): Promise<EvaluationAnswer | null> {
  const { watcher, signal, close } = watchEvaluation(evaluation, ports);
  const helpers = new Spreading(evaluation.asked?.assume ?? {}, ports);
  try {
    return await evaluated(evaluation, documents, { ...ports, watcher: { ...watcher, helpers } });
  } catch (error) {
    if (signal.aborted) return null;
    return await refused(error, evaluation, ports);
  } finally {
    await Promise.all([close(), helpers.close()]);
  }
}

async function evaluated(
  { asked, list }: PlannedEvaluation,
  documents: readonly Received[],
  { evaluate, service, store, watcher }: WorkerPorts & { readonly watcher: Watcher },
): Promise<EvaluationAnswer> {
  const isRequest = documents[0]?.topic !== null;
  const { tree } = policyOf(service, list);
  const options = askedOptions(asked ?? { assume: {} }, tree);
  const below = asked?.depends == null ? null : await store.findThread(asked.depends);
  const request = {
    ...{ documents: documents.map(({ bytes }) => bytes), isRequest, assume: asked?.assume ?? {} },
    source: sourceFor(asked, list, service),
    beneath: below === null ? null : (await store.listDocuments(below)).map(({ bytes }) => bytes),
    command: `${isRequest ? REQUEST_COMMAND : COMMAND}${options}`,
  };
  return evaluate(request, watcher);
}

/** The sources that somebody named, else those of the list. */
function sourceFor(asked: Asked | null, list: string, service: ServiceSettings) {
  const { tree, commit = null } = asked?.base ?? { tree: null };
  const directory = tree === null ? treeOf(service, list) : (service.trees[tree] ?? null);
  return directory === null ? null : { directory, commit };
}

/** What can not be as somebody asked is told to that one, and is over. */
async function refused(error: unknown, evaluation: PlannedEvaluation, ports: WorkerPorts): Promise<null> {
  if (!(error instanceof NotUnderstood) || evaluation.asked === null) throw error;
  const { store, queue, clock, service } = ports;
  const { thread, list, asked, key: kind } = evaluation;
  const { stage, mute } = policyOf(service, list);
  const place = {
    thread,
    list,
    stage,
    kind,
    identity: service.identity,
    now: new Date(clock()).toISOString(),
  };
  const lines = [`There is no second report, ${askedWords(asked)}: ${error.message}.`];
  const posts = asked.reply === null || mute ? [] : [answerPost(lines, { ...place, reply: asked.reply })];
  await store.refuseEvaluation({ evaluation, because: error.message, posts, nowMs: clock() });
  for (const { key } of posts) await queue.add({ queue: 'reply', key });
  return null;
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
