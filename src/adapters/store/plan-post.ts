import { createHash } from 'node:crypto';
import type { PlannedPost } from '../../ports/outbox-store.ts';
import type { Change } from './schema.ts';

/** Puts a post into the outbox; the same key again is the post that is there already. */
export async function planPost(
  within: Change,
  { notBeforeMs = 0, ...post }: PlannedPost,
  nowMs: number,
): Promise<void> {
  const sha256 = createHash('sha256').update(post.body).digest('hex');
  await within
    .insertInto('outbox')
    .values({
      ...{ ...post, sha256, fence: 0, remote_id: null },
      ...{ planned_at_ms: nowMs, claimed_at_ms: null, not_before_ms: notBeforeMs },
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Posts of a thread that were never tried and may not leave yet: a newer report has another word to say. */
export async function replaceEmbargoed(within: Change, thread: string, nowMs: number): Promise<void> {
  await within
    .deleteFrom('outbox')
    .where('thread', '=', thread)
    .where('state', '=', 'planned')
    .where('fence', '=', 0)
    .where('tries', '=', 0)
    .where('not_before_ms', '>', nowMs)
    .execute();
}
