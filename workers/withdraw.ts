import type { PlannedPost } from '../src/ports/outbox-store.ts';
import { NotUnderstood } from '../src/service/asked.ts';
import { planWithdrawal } from '../src/service/plan-withdrawal.ts';
import type { Obeyed, Order } from './order.ts';
import type { OrderPorts } from './ports.ts';

/** Takes lines of a mail of ours back, by one mail to those who got it. @throws NotUnderstood */
export async function withdrawLines({ command, list, thread }: Order, ports: OrderPorts): Promise<Obeyed> {
  const { store, queue, clock, service } = ports;
  const [key = '', lines = '', ...reason] = command.words;
  const sent = await store.findPost(key);
  const isSent = sent?.channel === 'mail' && ['sent', 'settled'].includes(sent.state);
  // Who may speak for one thread must not be able to speak for another by naming a post of it.
  if (sent === null || !isSent || sent.thread !== thread)
    throw new NotUnderstood('no mail of that name has left in this thread');
  const number = (await store.countWithdrawals(key)) + 1;
  const now = new Date(clock()).toISOString();
  const asked = { sent, lines, cause: reason.join(' '), number, identity: service.identity, now };
  const post: PlannedPost = { ...planWithdrawal(asked), list, thread };
  await store.planAnswer(post, clock());
  await queue.add({ queue: 'reply', key: post.key });
  return { did: 'done', says: [`${post.key} takes back lines ${lines} of ${key}.`] };
}
