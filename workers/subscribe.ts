import { mailparserMime } from '../src/adapters/mail/mime.ts';
import { readLetters } from '../src/ingest/read-letters.ts';
import type { Arrival, Subscription } from '../src/ports.ts';
import { documentKey } from '../src/service/job-keys.ts';
import type { WorkerPorts } from './ports.ts';

/** Takes in what a source has, batch by batch. The cursor is written last: a crash brings a batch twice, never not at all. */
export async function ensureReceived(subscription: Subscription, ports: WorkerPorts): Promise<number> {
  let count = 0;
  for (let hasMore = true; hasMore && !ports.isStopping(); ) {
    const batch = await subscription.poll(await ports.store.readCursor(subscription.name));
    for (const arrival of batch.arrivals) await receive(arrival, subscription.list, ports);
    await ports.store.writeCursor(subscription.name, batch.cursor);
    count += batch.arrivals.length;
    hasMore = batch.hasMore;
  }
  return count;
}

async function receive({ kind, bytes }: Arrival, list: string, ports: WorkerPorts): Promise<void> {
  const { store, queue, clock, settings } = ports;
  if (kind === 'deleted') {
    const { value } = await readLetters(bytes, { limits: settings.ingest, mime: mailparserMime });
    for (const { messageId } of value) if (messageId !== null) await store.withdrawLetter(messageId);
    return;
  }
  const key = documentKey(list, null, bytes);
  const isNew = await store.receive({ key, list, topic: null, bytes }, clock());
  if (isNew) await queue.add({ queue: 'ingest', key });
}
