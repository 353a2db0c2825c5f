import type { StoredCommand } from '../src/ports/command-store.ts';
import { answerPost } from '../src/service/answer-post.ts';
import { NotUnderstood } from '../src/service/asked.ts';
import { policyOf } from '../src/service/service-settings.ts';
import type { Obeyed, Order } from './order.ts';
import { ORDERS } from './orders.ts';
import type { OrderPorts } from './ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A command, and the name it is known by: the same mail and line, or the same comment, is the same command. */
export interface GivenOrder extends Order {
  readonly key: string;
  readonly via: StoredCommand['via'];
}

/**
 * Does what somebody may ask, and answers where there is something to say. It is done before it is written down: a crash
 * between the two does it twice, which is harmless, and never not at all. Null when it was done before.
 */
export async function obey(order: GivenOrder, ports: OrderPorts): Promise<Obeyed | null> {
  const { store, clock } = ports;
  if (await store.knowsCommand(order.key)) return null;
  const obeyed = await ORDERS[order.command.verb](order, ports).catch(notUnderstood);
  if (order.reply !== null && obeyed.says.length > 0)
    await answer({ ...order, isOwnWords: order.command.verb === 'help' }, obeyed.says, ports);
  const { key, thread, by: actor, via, command } = order;
  const { verb, words } = command;
  await store.takeCommand({ key, verb, words, thread, actor, via, answer: obeyed.did }, clock());
  return obeyed;
}

function notUnderstood(error: unknown): Obeyed {
  if (!(error instanceof NotUnderstood)) throw error;
  return { did: 'not understood', says: [error.message] };
}

/** Puts an answer into the outbox; a thread that is to be silent gets none. */
export async function answer(
  order: Pick<GivenOrder, 'reply' | 'thread' | 'list' | 'key'> & { readonly isOwnWords?: boolean },
  lines: readonly string[],
  { store, queue, clock, service }: OrderPorts,
): Promise<void> {
  const { reply, thread, list, key: kind, isOwnWords = false } = order;
  const isSilent = policyOf(service, list).mute || (await store.isMuted([thread, list]));
  if (reply === null || isSilent) return;
  const { identity } = service;
  const { stage } = policyOf(service, list);
  const now = new Date(clock()).toISOString();
  const post = answerPost(lines, { reply, thread, list, stage, identity, kind, now, isOwnWords });
  await store.planAnswer(post, clock());
  await queue.add({ queue: 'reply', key: post.key });
}

/** Whether somebody has asked so often, or a thread was asked so often, that this is not even looked at. */
export async function isTooMany(
  actor: string,
  thread: string,
  { store, clock, service }: OrderPorts,
): Promise<boolean> {
  const { commandsPerActorHour, commandsPerThreadDay } = service.limits.caps;
  const byActor = await store.countCommands(actor, clock() - HOUR_MS);
  return (
    byActor >= commandsPerActorHour ||
    (await store.countThreadCommands(thread, clock() - DAY_MS)) >= commandsPerThreadDay
  );
}
