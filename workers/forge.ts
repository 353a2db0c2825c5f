import type { Github, Reaction } from '../src/adapters/forge/github.ts';
import { answerTo } from '../src/service/command-answer.ts';
import { type Actor, type Command, mayGive, readComment } from '../src/service/commands.ts';
import type { CommentEvent, ForgeEvent, RequestEvent } from '../src/service/forge-event.ts';
import { commandKey, documentKey, threadKey } from '../src/service/job-keys.ts';
import { requestDocument, topicOf } from '../src/service/request-document.ts';
import { policyOf } from '../src/service/service-settings.ts';
import type { WorkerPorts } from './ports.ts';

const HOUR_MS = 3_600_000;

/** Does what a delivery asks. A delivery that comes twice changes nothing the second time. */
export async function ensureHandled(event: ForgeEvent, github: Github, ports: WorkerPorts): Promise<void> {
  if (event.kind === 'request') await ensureRequestReceived(event, github, ports);
  else await ensureObeyed(event, github, ports);
}

/** The request as it is right now; the same head again is the same document. Gives its topic. */
export async function ensureRequestReceived(
  { repository, number }: Omit<RequestEvent, 'kind'>,
  github: Github,
  { store, queue, clock }: WorkerPorts,
): Promise<string> {
  const request = await github.readRequest(repository, number);
  const [list, topic, bytes] = [listOf(repository), topicOf(request), requestDocument(request)];
  const key = documentKey(list, topic, bytes);
  if (await store.receive({ key, list, topic, bytes }, clock())) await queue.add({ queue: 'ingest', key });
  return topic;
}

async function ensureObeyed(event: CommentEvent, github: Github, ports: WorkerPorts): Promise<void> {
  const read = readComment(event.body);
  if (read.kind === 'none') return;
  const { repository, commentId, login } = event;
  const { store, clock, service } = ports;
  const isTooMany =
    (await store.countCommands(login, clock() - HOUR_MS)) >= service.limits.caps.commandsPerActorHour;
  const reaction =
    read.kind === 'unreadable' || isTooMany ? 'confused' : await obey(read.command, event, github, ports);
  if (reaction !== null) await github.react(repository, commentId, reaction);
}

/** The reaction that tells the asker what became of it; null when the very command was taken before. */
async function obey(
  command: Command,
  event: CommentEvent,
  github: Github,
  ports: WorkerPorts,
): Promise<Reaction | null> {
  const { store, queue, clock } = ports;
  const { repository, number, commentId, login } = event;
  const list = listOf(repository);
  if (!mayGive(command, await actorOf(command, event, github, ports))) return '-1';
  const thread = threadKey(list, `${repository}#${number}`);
  const { verb, words } = command;
  const key = commandKey(repository, commentId);
  const taken = { key, verb, words, thread, actor: login, via: 'pull-request', answer: 'taken' } as const;
  if (!(await store.takeCommand(taken, clock()))) return null;
  if (verb === 'stop') await store.mute(thread, login, clock());
  if (verb === 'start') await store.unmute(thread, login, clock());
  if (verb === 'rerun') {
    await ensureRequestReceived(event, github, ports);
    return (await store.planRun(thread, clock())) === null ? 'eyes' : 'rocket';
  }
  const topic = await ensureRequestReceived(event, github, ports);
  const facts = { report: await store.latestReport(thread), silences: await store.listSilences(thread) };
  const answer = answerTo(command, facts, { commentId, topic, thread, list });
  if (answer !== null && !(await store.isMuted([thread, list]))) {
    await store.planAnswer(answer, clock());
    await queue.add({ queue: 'reply', key: answer.key });
  }
  return '+1';
}

/** Who asks. GitHub is asked about them only where it matters. */
async function actorOf(
  { right }: Command,
  { repository, login, isRequestAuthor: isAuthor }: CommentEvent,
  github: Github,
  { service }: WorkerPorts,
): Promise<Actor> {
  const isOperator = policyOf(service, listOf(repository)).operators.includes(login);
  const isEnough = isOperator || right === 'anybody' || (right === 'author' && isAuthor);
  return { isAuthor, isWriter: isOperator || (!isEnough && (await github.canWrite(repository, login))) };
}

/** The name of a repository among the lists. */
export function listOf(repository: string): string {
  return `github:${repository}`;
}
