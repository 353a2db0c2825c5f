import { Fault } from '../src/fault.ts';
import type { OutboxRow, Receiver } from '../src/ports.ts';
import { maySend } from '../src/service/may-send.ts';
import { policyOf } from '../src/service/service-settings.ts';
import type { WorkerPorts } from './ports.ts';

/** A post that may have left is looked for, sent once more where that is allowed, and then given to a person. */
const CLAIMS_MAX = 2;

/** Posts what the outbox says, once: planned, claimed, sent, settled. Safe to call again after a crash at any point. */
export async function ensureReply(key: string, ports: WorkerPorts): Promise<void> {
  const row = await ports.store.findPost(key);
  if (row === null) return;
  const receiver = ports.receivers[row.channel];
  if (receiver === undefined) throw new Fault(`nothing is set up to post to ${row.channel}`, 'later');
  if (row.state === 'sent') await ports.store.settle(row, ports.clock());
  if (row.state === 'planned') await sendFirst(row, receiver, ports);
  if (row.state === 'claimed') await recover(row, receiver, ports);
}

async function sendFirst(row: OutboxRow, receiver: Receiver, ports: WorkerPorts): Promise<void> {
  const { store, clock, service } = ports;
  const counts = await store.countPosts(row.list, row.thread, clock());
  const isMuted = policyOf(service, row.list).mute || (await store.isMuted([row.thread, row.list]));
  const leave = maySend(row, { isStopped: ports.isStopped(), isMuted, counts }, service.limits.caps);
  if (leave.may === 'not') await store.setAside(row, 'dropped', leave.because, clock());
  if (leave.may === 'send') await sendClaimed(row, receiver, ports);
}

async function sendClaimed(seen: OutboxRow, receiver: Receiver, ports: WorkerPorts): Promise<void> {
  const { store, clock } = ports;
  const row = await store.claim(seen, clock());
  // The claim is asked for once more right before the send: this process may have slept since it took it.
  if (row === null || !(await store.holdsClaim(row))) return;
  const remoteId = await receiver.send(row).catch((error) => notSent(error, row, ports));
  if (remoteId !== null) await settleSent(row, remoteId, ports);
}

/** A Fault says that it surely was not taken. Anything else may have been, and the row stays claimed. */
async function notSent(error: unknown, row: OutboxRow, { store, clock }: WorkerPorts): Promise<null> {
  if (!(error instanceof Fault)) throw error;
  if (error.retry === 'never') {
    await store.setAside(row, 'held', error.message, clock());
    return null;
  }
  await store.unclaim(row, error.message, clock());
  throw error;
}

async function recover(row: OutboxRow, receiver: Receiver, ports: WorkerPorts): Promise<void> {
  const { store, clock, service } = ports;
  const ageMs = clock() - (row.claimedAtMs ?? 0);
  if (ageMs < service.limits.claimSeconds * 1_000) return;
  const remoteId = await receiver.find(row);
  if (remoteId !== null) return settleSent(row, remoteId, ports);
  if (ageMs < receiver.visibilityMs || ports.isStopped()) return;
  if (receiver.mayResend && row.fence < CLAIMS_MAX) return sendClaimed(row, receiver, ports);
  await store.setAside(row, 'held', 'it may have left, and nobody can tell', clock());
}

async function settleSent(row: OutboxRow, remoteId: string, { store, clock }: WorkerPorts): Promise<void> {
  if (!(await store.markSent(row, remoteId, clock()))) return;
  await store.settle({ ...row, state: 'sent' }, clock());
}
