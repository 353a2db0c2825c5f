import { createHash } from 'node:crypto';
import { Fault } from '../src/fault.ts';
import type { OutboxRow } from '../src/ports/outbox-store.ts';
import type { Receiver } from '../src/ports/receiver.ts';
import { maySend } from '../src/service/may-send.ts';
import { OVERTAKEN } from '../src/service/overtaken.ts';
import { withoutSwitchedOff } from '../src/service/recipients.ts';
import { policyOf } from '../src/service/service-settings.ts';
import { isPostOvertaken } from './overtaken.ts';
import type { WorkerPorts } from './ports.ts';
import { recover } from './recover.ts';
import { sendClaimed, settleSent } from './send-claimed.ts';

/** Posts what the outbox says, once: planned, claimed, sent, settled. Safe to call again after a crash at any point. */
export async function ensureReply(key: string, ports: WorkerPorts): Promise<void> {
  const row = await ports.store.findPost(key);
  if (row === null) return;
  if (row.state === 'sent') await ports.store.settle(row, ports.clock());
  if (row.notBeforeMs <= ports.clock())
    await advance(row, ports).catch((error: unknown) => postpone(error, row, ports));
}

async function advance(row: OutboxRow, ports: WorkerPorts): Promise<void> {
  const receiver = ports.receivers[row.channel];
  if (receiver === undefined) throw new Fault(`nothing is set up to post to ${row.channel}`, 'later');
  if (row.state === 'planned') await sendFirst(row, receiver, ports);
  if (row.state === 'claimed') await recover(row, receiver, ports);
}

/** A receiver that can not even be asked is asked again later, for as long as it takes. */
async function postpone(error: unknown, row: OutboxRow, { store, clock, service }: WorkerPorts) {
  if (!(error instanceof Fault) || error.retry === 'never') throw error;
  const nowMs = clock();
  const notBeforeMs = nowMs + service.limits.post.retrySeconds * 1_000;
  await store.postpone(row, error.message, { nowMs, notBeforeMs });
}

async function sendFirst(planned: OutboxRow, receiver: Receiver, ports: WorkerPorts): Promise<void> {
  const { store, clock, service } = ports;
  if (!isWhole(planned)) return store.setAside(planned, 'held', NOT_WHOLE, clock());
  const { list, thread } = planned;
  const counted = await store.countPosts(list, thread, clock());
  const counts = { ...counted, inHour: Math.max(counted.inHour, ports.pace.inHour) };
  const isMuted = policyOf(service, list).mute || (await store.isMuted([thread, list]));
  const leave = maySend(planned, { isStopped: ports.isStopped(), isMuted, counts }, service.limits.caps);
  if (leave.may === 'not') await store.setAside(planned, 'dropped', leave.because, clock());
  if (leave.may !== 'send') return;
  const { row, because } = withoutSwitchedOff(planned, await store.listOff(clock()));
  if (because !== null) return store.setAside(planned, 'dropped', because, clock());
  if (await isPostOvertaken(planned, ports)) return store.setAside(planned, 'dropped', OVERTAKEN, clock());
  // A store that came back from a backup has forgotten what it sent.
  const remoteId = await receiver.find(row);
  if (remoteId === null) return sendClaimed(row, receiver, ports);
  const claimed = await store.claim(row, clock());
  if (claimed !== null) await settleSent(claimed, remoteId, ports);
}

const NOT_WHOLE = 'its bytes are not those that were planned';

/** A disk may give back other bytes than it was given. */
function isWhole({ body, sha256 }: OutboxRow): boolean {
  return createHash('sha256').update(body).digest('hex') === sha256;
}
