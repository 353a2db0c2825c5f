import type { OutboxRow } from '../src/ports/outbox-store.ts';
import type { Receiver } from '../src/ports/receiver.ts';
import type { WorkerPorts } from './ports.ts';
import { sendClaimed, settleSent } from './send-claimed.ts';

/** A post that may have left is looked for, sent once more where that is allowed, and then given to a person. */
const CLAIMS_MAX = 2;

/** What becomes of a claim whose worker is gone. Nothing at all while it may still be at work. */
export async function recover(row: OutboxRow, receiver: Receiver, ports: WorkerPorts): Promise<void> {
  const { store, clock, service } = ports;
  const ageMs = clock() - (row.claimedAtMs ?? 0);
  const claimMs = service.limits.claimSeconds * 1_000;
  if (ageMs < claimMs) return;
  const remoteId = await receiver.find(row);
  if (remoteId !== null) return settleSent(row, remoteId, ports);
  // The last of it may have been written at the very end of the claim.
  if (ageMs < claimMs + receiver.visibilityMs || ports.isStopped()) return;
  if (receiver.mayResend && row.fence - row.tries < CLAIMS_MAX) return sendClaimed(row, receiver, ports);
  await store.setAside(row, 'held', 'it may have left, and nobody can tell', clock());
}
