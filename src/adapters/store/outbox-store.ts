import type { OutboxRow, OutboxStore } from '../../ports/outbox-store.ts';
import { countPosts } from './count-posts.ts';
import { heldPosts } from './held-posts.ts';
import { outboxRow } from './outbox-row.ts';
import { move, noted } from './outbox-step.ts';
import { planPost } from './plan-post.ts';
import type { Change, Database } from './schema.ts';

/**
 * planned -> claimed -> sent -> settled, each step durable before the next begins. A row in `claimed` may or may not
 * have left: only a look at the receiver can tell. `fence` counts the claims, so that a worker that slept through its
 * own claim can not go on with it.
 */
export function outboxStore(database: Database): OutboxStore {
  const { tables, change } = database;
  return {
    ...heldPosts(database),

    planAnswer: (post, nowMs) => change((within) => planPost(within, post, nowMs)),

    async findPost(key) {
      const row = await tables.selectFrom('outbox').selectAll().where('key', '=', key).executeTakeFirst();
      return row === undefined ? null : outboxRow(row);
    },

    async findSent(messageId) {
      const row = await tables
        .selectFrom('outbox')
        .selectAll()
        .where('state', 'in', ['sent', 'settled'])
        .where('channel', '=', 'mail')
        .where('remote_id', '=', messageId)
        .executeTakeFirst();
      return row === undefined ? null : outboxRow(row);
    },

    claim(row, nowMs) {
      return change(async (within) => {
        if (await isCheckInHand(within, row)) return null;
        const fence = row.fence + 1;
        const claimed = { state: 'claimed' as const, fence, claimed_at_ms: nowMs };
        if (!(await move(within, row, claimed))) return null;
        await noted(within, row, 'claimed', `fence ${fence}`, nowMs);
        return { ...row, state: 'claimed', fence, claimedAtMs: nowMs };
      });
    },

    async holdsClaim(row) {
      const now = await tables
        .selectFrom('outbox')
        .select(['state', 'fence'])
        .where('key', '=', row.key)
        .executeTakeFirst();
      return now?.state === 'claimed' && now.fence === row.fence;
    },

    unclaim(row, because, { nowMs, notBeforeMs }) {
      return change(async (within) => {
        const again = { tries: row.tries + 1, not_before_ms: notBeforeMs, claimed_at_ms: null };
        const isBack = await move(within, row, { state: 'planned', because, ...again });
        if (isBack) await noted(within, row, 'not sent', because, nowMs);
      });
    },

    postpone(row, because, { nowMs, notBeforeMs }) {
      return change(async (within) => {
        const isLater = await move(within, row, { because, not_before_ms: notBeforeMs });
        if (isLater) await noted(within, row, 'postponed', because, nowMs);
      });
    },

    markSent(row, remoteId, nowMs) {
      return change(async (within) => {
        if (!(await move(within, row, { state: 'sent', remote_id: remoteId }))) return false;
        const { key, list, thread } = row;
        await within
          .insertInto('post')
          .values({ key, list, thread, at_ms: nowMs })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .execute();
        await noted(within, row, 'sent', `${row.sha256} as ${remoteId}`, nowMs);
        return true;
      });
    },

    settle(row, nowMs) {
      return change(async (within) => {
        if (await move(within, row, { state: 'settled' })) await noted(within, row, 'settled', '', nowMs);
      });
    },

    setAside(row, state, because, nowMs) {
      return change(async (within) => {
        if (await move(within, row, { state, because })) await noted(within, row, state, because, nowMs);
      });
    },

    async countWithdrawals(key) {
      const { posts } = await tables
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll<number>().as('posts'))
        .where('key', 'like', `${key}-w%`)
        .executeTakeFirstOrThrow();
      return Number(posts);
    },

    countPosts: (list, thread, nowMs) => countPosts(tables, { list, thread, nowMs }),
  };
}

/** Two posts to one check would each look, find none, and create one: the second waits for the first. */
async function isCheckInHand(within: Change, { key, channel, target }: OutboxRow): Promise<boolean> {
  if (channel !== 'check-run') return false;
  const other = await within
    .selectFrom('outbox')
    .select('key')
    .where('state', '=', 'claimed')
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('key', '!=', key)
    .executeTakeFirst();
  return other !== undefined;
}
