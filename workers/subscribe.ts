import { mailparserMime } from '../src/adapters/mail/mime.ts';
import { readLetters } from '../src/ingest/read-letters.ts';
import type { Arrival, Subscription } from '../src/ports/subscription.ts';
import { documentKey } from '../src/service/job-keys.ts';
import type { WorkerPorts } from './ports.ts';

/** Takes in what a source has, batch by batch. The cursor is written last: a crash brings a batch twice, never not at all. */
export async function ensureReceived(subscription: Subscription, ports: WorkerPorts): Promise<number> {
  let count = 0;
  for (let hasMore = true; hasMore && !ports.isStopping(); ) {
    const batch = await subscription.poll(await ports.store.readCursor(subscription.name));
    await receive(batch.arrivals, subscription.list, ports);
    await ports.store.writeCursor(subscription.name, batch.cursor);
    count += batch.arrivals.length;
    hasMore = batch.hasMore;
  }
  return count;
}

/** New mails first, all at once: a list of years is taken in with one write for a batch, not for a mail. */
async function receive(arrivals: readonly Arrival[], list: string, ports: WorkerPorts): Promise<void> {
  const { store, queue, clock } = ports;
  const mails = arrivals.filter(({ kind }) => kind === 'mail');
  const documents = mails.map(({ bytes }) => {
    return { key: documentKey(list, null, bytes), list, topic: null, bytes };
  });
  const fresh = await store.receiveAll(documents, clock());
  // Together: while the queue has less than is due, what it does not have yet looks forgotten.
  await Promise.all(fresh.map((key) => queue.add({ queue: 'ingest', key })));
  for (const { kind, bytes } of arrivals) if (kind === 'deleted') await withdraw(bytes, ports);
}

async function withdraw(bytes: Uint8Array, { store, settings }: WorkerPorts): Promise<void> {
  const { value } = await readLetters(bytes, { limits: settings.ingest, mime: mailparserMime });
  for (const { messageId } of value) if (messageId !== null) await store.withdrawLetter(messageId);
}
