import type { Readable } from 'node:stream';
import { Fault } from '../../fault.ts';
import type { Batch, Subscription } from '../../ports/subscription.ts';
import { splitMails } from './split-mails.ts';

/** One mail or an mbox on a stream that ends, as a mail server hands it to a program. A second poll brings nothing. */
export function streamSubscription(
  name: string,
  list: string,
  stream: Readable,
  bytesMax: number,
): Subscription {
  let isRead = false;
  return {
    name,
    list,
    async poll(): Promise<Batch> {
      const bytes = isRead ? Buffer.alloc(0) : await readAll(stream, bytesMax);
      isRead = true;
      const arrivals = splitMails(bytes).map((mail) => ({ kind: 'mail', bytes: mail }) as const);
      return { arrivals, cursor: '', hasMore: false };
    },
  };
}

async function readAll(stream: Readable, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > bytesMax) throw new Fault(`the input has more than ${bytesMax} bytes`, 'never');
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}
