import type { Github, Reaction } from '../src/adapters/forge/github.ts';
import { type Actor, type Command, mayGive, readComment } from '../src/service/commands.ts';
import type { CommentEvent } from '../src/service/forge-event.ts';
import { commandKey, threadKey } from '../src/service/job-keys.ts';
import { policyOf } from '../src/service/service-settings.ts';
import { isTooMany, obey } from './obey.ts';
import type { Obeyed } from './order.ts';
import type { WorkerPorts } from './ports.ts';
import { ensureRequestReceived, listOf } from './requests.ts';

/** What tells the asker what became of a command; nobody needs to write a comment for that. */
const REACTIONS: Readonly<Record<Obeyed['did'], Reaction>> = {
  started: 'rocket',
  waits: 'eyes',
  done: '+1',
  'not understood': 'confused',
};

/** Obeys the command in a comment, and tells its writer by a reaction. The same comment again is not told again. */
export async function ensureCommentObeyed(
  event: CommentEvent,
  github: Github,
  ports: WorkerPorts,
): Promise<void> {
  const read = readComment(event.body);
  if (read.kind === 'none') return;
  const { repository, commentId } = event;
  const isMany = await isTooMany(event.login, threadOf(event), ports);
  const reaction =
    read.kind === 'unreadable' || isMany ? 'confused' : await reactionTo(read.command, event, github, ports);
  if (reaction !== null) await github.react(repository, commentId, reaction);
}

/** Null when the very command was obeyed before. */
async function reactionTo(
  command: Command,
  event: CommentEvent,
  github: Github,
  ports: WorkerPorts,
): Promise<Reaction | null> {
  const { repository, commentId, login: by } = event;
  if (!mayGive(command, await actorOf(command, event, github, ports))) return '-1';
  const key = commandKey(repository, commentId);
  if (await ports.store.knowsCommand(key)) return null;
  const topic = await ensureRequestReceived(event, github, ports);
  const reply = { kind: 'comment', topic, commentId } as const;
  const place = { thread: threadOf(event), list: listOf(repository), by, reply };
  const obeyed = await obey({ ...place, command, key, via: 'pull-request' }, ports);
  return obeyed === null ? null : REACTIONS[obeyed.did];
}

export function threadOf({ repository, number }: Pick<CommentEvent, 'repository' | 'number'>): string {
  return threadKey(listOf(repository), `${repository}#${number}`);
}

/** Who asks. GitHub is asked about them only where it matters. */
export async function actorOf(
  command: Command,
  {
    repository,
    login,
    isRequestAuthor: isAuthor,
  }: Pick<CommentEvent, 'repository' | 'login' | 'isRequestAuthor'>,
  github: Github,
  { service }: WorkerPorts,
): Promise<Actor> {
  const { operators, maintainers, writers } = policyOf(service, listOf(repository));
  const named = {
    ...{ isAuthor, isOperator: operators.includes(login), isOfList: maintainers.includes(login) },
    isWriter: writers.includes(login),
  };
  if (mayGive(command, named)) return named;
  const permission = await github.permissionOf(repository, login);
  return { ...named, isWriter: permission !== 'none', isOfList: permission === 'decide' };
}
