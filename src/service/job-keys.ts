import { createHash, hash } from 'node:crypto';
import type { Channel } from '../ports/outbox-store.ts';
import type { QueueName, Task } from '../ports/queue.ts';

/**
 * Every key of the service: a prefix and a hash of what it stands for. Never a Message-ID and never a bare number: the
 * queue gives words such as "wait", whole numbers and ":" a meaning of their own.
 */
function keyed(prefix: string, parts: readonly string[]): string {
  const whole = createHash('sha256');
  for (const part of parts) whole.update(`${Buffer.byteLength(part)}\n${part}\n`);
  return `${prefix}-${whole.digest('hex').slice(0, 40)}`;
}

const JOB_PREFIX: Readonly<Record<QueueName, string>> = { ingest: 'i', evaluate: 'e', reply: 'r' };

/** Short, because Redis writes it a dozen times for every job: 22 signs of 6 bits. */
export function jobKey({ queue, key }: Task): string {
  return `${JOB_PREFIX[queue]}-${hash('sha256', key, 'base64url').slice(0, 22)}`;
}

export function documentKey(list: string, topic: string | null, bytes: Uint8Array): string {
  return keyed('d', [list, topic ?? '', createHash('sha256').update(bytes).digest('hex')]);
}

/** A thread is known by the letter that began it; one of a pull request by the request. */
export function threadKey(list: string, root: string): string {
  return keyed('t', [list, root]);
}

export function evaluationKey(thread: string, run: number): string {
  return keyed('v', [thread, String(run)]);
}

const SHARE = 's';

/** Some parts of a replay, and who plays them to the same bytes: another version of ours gives them another key. */
export function shareKey(playsAs: string, body: string): string {
  return keyed(SHARE, [playsAs, body]);
}

/** Tells a share from an evaluation, which come by one queue. */
export function isShareKey(key: string): boolean {
  return key.startsWith(`${SHARE}-`);
}

/** An address that is switched off; the case of its letters is no difference. */
export function addressKey(address: string): string {
  return keyed('a', [address.toLowerCase()]);
}

/** A command is known by where it was given: the same comment delivered twice is one command. */
export function commandKey(where: string, id: number | string): string {
  return keyed('c', [where, String(id)]);
}

/** What a post is about: the same again is the same post. */
export interface PostSubject {
  readonly channel: Channel;
  readonly target: string;
  readonly thread: string;
  readonly version: number;
  /** What is said: "verdict", or the answer to a command. */
  readonly kind: string;
}

/** The run is left out: a re-run that finds the same does not speak twice about one version of a series. */
export function postKey({ channel, target, thread, version, kind }: PostSubject): string {
  return keyed('p', [channel, target, thread, String(version), kind]);
}
