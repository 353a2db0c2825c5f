import { open } from 'node:fs/promises';
import { Fault } from '../../fault.ts';
import { separatorOf } from '../../ingest/mbox.ts';
import type { Batch, Subscription } from '../../ports/subscription.ts';
import { splitMails } from './split-mails.ts';

const BYTES_AT_ONCE = 64 * 1024 * 1024;
const BETWEEN = '\n\nFrom ';

/** How far the file was read, and how long it was then. */
interface Progress {
  readonly offset: number;
  readonly size: number;
}

/**
 * An mbox that others append to. Its last mail may still be on its way: it is taken when the file is as long as it was
 * at the poll before. A file that became shorter was begun anew and is read from its start; what is known by its bytes
 * is not taken twice.
 */
export function mboxSubscription(name: string, list: string, path: string): Subscription {
  return {
    name,
    list,
    async poll(cursor): Promise<Batch> {
      try {
        return await pollFile(path, progressOf(cursor));
      } catch (error) {
        throw new Fault(`${path}: ${error instanceof Error ? error.message : String(error)}`, 'later');
      }
    },
  };
}

async function pollFile(path: string, before: Progress): Promise<Batch> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = size < before.offset ? 0 : before.offset;
    const length = Math.min(size - start, BYTES_AT_ONCE);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, start);
    const isWhole = start + length === size;
    const isQuiet = isWhole && size === before.size;
    const taken = isQuiet ? length : lastSeparator(buffer);
    const mails = splitMails(buffer.subarray(0, taken));
    const cursor = JSON.stringify({ offset: start + taken, size });
    const hasMore = !isWhole && taken > 0;
    return { arrivals: mails.map((bytes) => ({ kind: 'mail', bytes })), cursor, hasMore };
  } finally {
    await file.close();
  }
}

/** Where the last mail of the piece begins: it is read again with what will follow. */
function lastSeparator(piece: Buffer): number {
  const octets = piece.toString('latin1');
  const kind = separatorOf(octets);
  for (let at = octets.lastIndexOf(BETWEEN); at > 0; at = octets.lastIndexOf(BETWEEN, at - 1))
    if (separatorOf(octets.slice(at + 2)) === kind) return at + 2;
  return 0;
}

function progressOf(cursor: string | null): Progress {
  const known: unknown = cursor === null ? null : JSON.parse(cursor);
  const isProgress = typeof known === 'object' && known !== null && 'offset' in known && 'size' in known;
  return isProgress ? { offset: Number(known.offset), size: Number(known.size) } : { offset: 0, size: -1 };
}
