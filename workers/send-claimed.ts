import { Fault } from '../src/fault.ts';
import type { OutboxRow } from '../src/ports/outbox-store.ts';
import type { Receiver } from '../src/ports/receiver.ts';
import { retryAtMs } from '../src/service/retry-time.ts';
import { leaseOf } from './lease.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';

/** Claims the row as it was seen, and sends it. Whoever was slower does nothing. */
export async function sendClaimed(seen: OutboxRow, receiver: Receiver, ports: WorkerPorts): Promise<void> {
  const { store, clock, service } = ports;
  const lease = leaseOf(service.limits.claimSeconds);
  const row = await store.claim(seen, clock());
  // The claim is asked for once more right before the send: this process may have slept since it took it.
  if (row === null || !(await store.holdsClaim(row))) return;
  const remoteId = await receiver.send(row, lease).catch((error) => notSent(error, row, ports));
  if (remoteId !== null) await settleSent(row, remoteId, ports);
}

/** A Fault says that it surely was not taken. Anything else may have been, and the row stays claimed. */
async function notSent(error: unknown, row: OutboxRow, ports: WorkerPorts): Promise<null> {
  if (!(error instanceof Fault)) throw error;
  const { store, clock, service } = ports;
  const nowMs = clock();
  const notBeforeMs = error.retry === 'never' ? null : retryAtMs(row, service.limits.post, nowMs);
  if (notBeforeMs === null) await store.setAside(row, 'held', error.message, nowMs);
  else await store.unclaim(row, error.message, { nowMs, notBeforeMs });
  return null;
}

/** Writes down that it left, and then that nothing is left to do. */
export async function settleSent(
  row: OutboxRow,
  remoteId: string,
  { store, clock, pace }: WorkerPorts,
): Promise<void> {
  pace.note();
  if (!(await store.markSent(row, remoteId, clock()))) return;
  log('posted', { key: row.key, channel: row.channel, thread: row.thread, remoteId });
  await store.settle({ ...row, state: 'sent' }, clock());
}
