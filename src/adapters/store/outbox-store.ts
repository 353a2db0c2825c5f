import { createHash } from 'node:crypto';
import type { Channel, OutboxRow, OutboxStore, PlannedPost } from '../../ports/outbox-store.ts';
import { writeAudit } from './audit.ts';
import type { Change, Database, OutboxRecord } from './schema.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

/**
 * planned -> claimed -> sent -> settled, each step durable before the next begins. A row in `claimed` may or may not
 * have left: only a look at the receiver can tell. `fence` counts the claims, so that a worker that slept through its
 * own claim can not go on with it.
 */
export function outboxStore({ tables, change }: Database): OutboxStore {
  return {
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

    release(key, nowMs) {
      return change(async (within) => {
        const { numUpdatedRows } = await within
          .updateTable('outbox')
          .set({ state: 'planned', because: 'an operator released it' })
          .where('key', '=', key)
          .where('state', '=', 'held')
          .where('fence', '=', 0)
          .executeTakeFirst();
        const isReleased = numUpdatedRows === 1n;
        if (isReleased) await writeAudit(within, { at: nowMs, what: 'released', subject: key, detail: '' });
        return isReleased;
      });
    },

    decideHeld(key, found, nowMs) {
      return change(async (within) => {
        const seen = await within.selectFrom('outbox').selectAll().where('key', '=', key).executeTakeFirst();
        if (seen?.state !== 'held' || seen.fence === 0) return false;
        const row = outboxRow(seen);
        const because = `an operator found that it was ${found}`;
        const state = found === 'sent' ? 'settled' : 'planned';
        if (!(await move(within, row, { state, because, not_before_ms: 0 }))) return false;
        const { list, thread, sha256 } = row;
        if (found === 'sent')
          await within.insertInto('post').values({ key, list, thread, at_ms: nowMs }).execute();
        await noted(
          within,
          row,
          found === 'sent' ? 'sent' : 'released',
          `${sha256} as an operator says`,
          nowMs,
        );
        return true;
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

    async listHeld() {
      const rows = await tables
        .selectFrom('outbox')
        .selectAll()
        .where('state', '=', 'held')
        .orderBy('planned_at_ms')
        .execute();
      return rows.map(outboxRow);
    },

    async countPosts(list, thread, nowMs) {
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
    },
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

type Step = Partial<
  Pick<
    OutboxRecord,
    'state' | 'fence' | 'claimed_at_ms' | 'remote_id' | 'because' | 'tries' | 'not_before_ms'
  >
>;

/** Compare and set: true only for the one who saw the row as it is. */
async function move(within: Change, seen: OutboxRow, step: Step): Promise<boolean> {
  const { numUpdatedRows } = await within
    .updateTable('outbox')
    .set(step)
    .where('key', '=', seen.key)
    .where('state', '=', seen.state)
    .where('fence', '=', seen.fence)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function noted(within: Change, row: OutboxRow, what: string, detail: string, at: number): Promise<void> {
  return writeAudit(within, { at, what, subject: row.key, detail });
}

const CHANNELS: readonly Channel[] = ['directory', 'mail', 'comment', 'check-run'];
const STATES: readonly OutboxRow['state'][] = ['planned', 'claimed', 'sent', 'settled', 'held', 'dropped'];

function outboxRow(row: OutboxRecord): OutboxRow {
  const { key, target, list, thread, body, sha256, fence, because } = row;
  const channel = CHANNELS.find((one) => one === row.channel);
  const state = STATES.find((one) => one === row.state);
  if (channel === undefined || state === undefined)
    throw new Error(`the post ${key} is ${row.state} for ${row.channel}, which no version knows`);
  const { planned_at_ms: plannedAtMs, claimed_at_ms: claimedAtMs, remote_id: remoteId, tries } = row;
  return {
    ...{ key, channel, target, list, thread, body, sha256, fence, because, state, tries },
    ...{ plannedAtMs, claimedAtMs, remoteId, notBeforeMs: row.not_before_ms },
  };
}
