import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readThread } from '../src/cli/read-thread.ts';
import { type Command, readWords } from '../src/service/commands.ts';
import { commandKey, threadKey } from '../src/service/job-keys.ts';
import { readSubject } from '../src/service/subject.ts';
import { threadOf as threadOfRequest } from './comment-commands.ts';
import { obey } from './obey.ts';
import type { Obeyed, Order } from './order.ts';
import type { OrderPorts } from './ports.ts';

/** A command as somebody at a shell of the service gave it. */
export interface OperatorAsks {
  /** A Message-ID, an address, "owner/repo#7", or a file that holds one of the mails. */
  readonly subject: string;
  /** The verb, and what follows. */
  readonly words: readonly string[];
}

export type OperatorAnswer =
  | Obeyed
  | { readonly did: 'unknown thread' | 'unreadable'; readonly says: readonly string[] };

/**
 * The path of a command by mail or comment, for who is at the machine of the service: that one has every right of the
 * table. The same again is a new command.
 */
export async function operatorAnswer(
  { subject, words }: OperatorAsks,
  ports: OrderPorts,
): Promise<OperatorAnswer> {
  const read = readWords(words);
  if (read.kind !== 'command')
    return { did: 'unreadable', says: [read.kind === 'none' ? 'it is too long' : read.because] };
  const about = (await threadNamed(subject, ports)) ?? listNamed(subject, read.command, ports);
  if (about === null) return { did: 'unknown thread', says: [] };
  const key = commandKey('cli', randomUUID());
  const place = { ...about, by: 'an operator', reply: null };
  const obeyed = await obey({ ...place, command: read.command, key, via: 'cli' }, ports);
  return obeyed ?? { did: 'done', says: [] };
}

type About = Pick<Order, 'thread' | 'list'>;

async function threadNamed(subject: string, ports: OrderPorts): Promise<About | null> {
  const thread = await findThread(subject, ports);
  const list = thread === null ? undefined : (await ports.store.listDocuments(thread))[0]?.list;
  return thread === null || list === undefined ? null : { thread, list };
}

/** A command about a whole list may name the list itself. */
function listNamed(list: string, { verb }: Command, { service }: OrderPorts): About | null {
  return verb.endsWith(' list') && Object.hasOwn(service.lists, list)
    ? { thread: threadKey(list, ''), list }
    : null;
}

async function findThread(
  text: string,
  { store, settings }: Pick<OrderPorts, 'store' | 'settings'>,
): Promise<string | null> {
  const subject = readSubject(text);
  if (subject.kind === 'request') return threadOfRequest(subject);
  const known = await store.findThread(subject.messageId);
  if (known !== null || !existsSync(text)) return known;
  const { letters } = await readThread(text, settings);
  for (const { messageId } of letters) {
    const thread = messageId === null ? null : await store.findThread(messageId);
    if (thread !== null) return thread;
  }
  return null;
}
