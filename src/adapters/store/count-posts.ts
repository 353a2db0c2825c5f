import type { Kysely } from 'kysely';
import type { PostCounts } from '../../ports/outbox-store.ts';
import type { Tables } from './schema.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Posts that left: of the thread ever, to the list within a day, and to anybody within an hour. */
export async function countPosts(
  tables: Kysely<Tables>,
  { list, thread, nowMs }: { readonly list: string; readonly thread: string; readonly nowMs: number },
): Promise<PostCounts> {
  const count = async (where: 'list' | 'thread' | 'key', value: string | null, sinceMs: number) => {
    let query = tables
      .selectFrom('post')
      .select(({ fn }) => fn.countAll<number>().as('posts'))
      .where('at_ms', '>', sinceMs);
    if (value !== null) query = query.where(where, '=', value);
    return Number((await query.executeTakeFirstOrThrow()).posts);
  };
  return {
    inThread: await count('thread', thread, 0),
    inListToday: await count('list', list, nowMs - DAY_MS),
    inHour: await count('key', null, nowMs - HOUR_MS),
  };
}
