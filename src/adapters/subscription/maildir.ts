import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../fault.ts';
import type { Batch, Subscription } from '../../ports/subscription.ts';

const FILES_AT_ONCE = 100;

/**
 * A Maildir that somebody else delivers into. What a batch brought stays in new/ until the next poll, which is told by
 * its cursor that the batch was written down, and moves it to cur/.
 */
export function maildirSubscription(name: string, list: string, path: string): Subscription {
  return {
    name,
    list,
    async poll(cursor): Promise<Batch> {
      try {
        await moveToCur(path, namesIn(cursor));
        const names = (await readdir(join(path, 'new'))).filter((one) => !one.startsWith('.')).toSorted();
        const taken = names.slice(0, FILES_AT_ONCE);
        const bytes = await Promise.all(taken.map((one) => readFile(join(path, 'new', one))));
        return {
          arrivals: bytes.map((mail) => ({ kind: 'mail', bytes: mail })),
          cursor: JSON.stringify(taken),
          hasMore: names.length > taken.length,
        };
      } catch (error) {
        throw new Fault(`${path}: ${error instanceof Error ? error.message : String(error)}`, 'later');
      }
    },
  };
}

async function moveToCur(path: string, names: readonly string[]): Promise<void> {
  if (names.length > 0) await mkdir(join(path, 'cur'), { recursive: true });
  const waiting = new Set(await readdir(join(path, 'new')));
  for (const name of names)
    if (waiting.has(name)) await rename(join(path, 'new', name), join(path, 'cur', `${name}:2,S`));
}

function namesIn(cursor: string | null): readonly string[] {
  const names: unknown = cursor === null ? [] : JSON.parse(cursor);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
