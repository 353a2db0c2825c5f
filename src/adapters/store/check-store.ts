import type { Kysely, Migration } from 'kysely';
import type { CheckStore } from '../../ports/check-store.ts';
import { planPost } from './plan-post.ts';
import type { Change, Database, Tables } from './schema.ts';

/** The checks that promise a verdict: one row for each commit that is waited for, with the post that says so. */
export const CHECKS: Migration = {
  async up(tables: Kysely<unknown>) {
    await tables.schema
      .createTable('open_check')
      .ifNotExists()
      .addColumn('target', 'text', (built) => built.primaryKey())
      .addColumn('thread', 'text', (built) => built.notNull())
      .addColumn('list', 'text', (built) => built.notNull())
      .addColumn('post', 'text', (built) => built.notNull())
      .execute();
  },
};

export function checkStore({ tables, change }: Database): CheckStore {
  return {
    stepCheck(post, nowMs) {
      return change(async (within) => {
        const known = within.selectFrom('outbox').select('key').where('key', '=', post.key);
        if ((await known.executeTakeFirst()) !== undefined) return false;
        const { target, thread, list } = post;
        await closeCheck(within, target);
        await planPost(within, post, nowMs);
        await within.insertInto('open_check').values({ target, thread, list, post: post.key }).execute();
        return true;
      });
    },

    listLapsedChecks: () => lapsed(tables).execute(),

    giveUpCheck(target, post, nowMs) {
      return change(async (within) => {
        const open = await lapsed(within).where('target', '=', target).executeTakeFirst();
        if (open === undefined) return false;
        await closeCheck(within, target);
        if (post === null || !(await isSaid(within, target))) return false;
        await planPost(within, post, nowMs);
        return true;
      });
    },
  };
}

/** A check that is open while no evaluation of its very commit is planned any more. */
function lapsed(tables: Kysely<Tables>) {
  return tables
    .selectFrom('open_check')
    .select(['target', 'thread', 'list'])
    .where(({ not, exists, and, selectFrom }) => {
      const planned = selectFrom('evaluation')
        .select('evaluation.key')
        .whereRef('evaluation.thread', '=', 'open_check.thread')
        .where('evaluation.state', '=', 'planned')
        .where('evaluation.asked', 'is', null);
      const current = selectFrom('letter')
        .innerJoin('document', 'document.key', 'letter.document')
        .select('letter.key')
        .whereRef('letter.thread', '=', 'open_check.thread')
        .whereRef('document.topic', '=', 'open_check.target')
        .where('letter.is_current', '=', 1);
      return not(and([exists(planned), exists(current)]));
    });
}

/** There is something else to say of the commit: what was to be said is dropped, and nobody needs to look why it was not. */
export async function closeCheck(within: Change, target: string): Promise<void> {
  const open = within.selectFrom('open_check').select('post').where('target', '=', target);
  const row = await open.executeTakeFirst();
  if (row === undefined) return;
  await within
    .updateTable('outbox')
    .set({ state: 'dropped', because: 'there was more to say before it left' })
    .where('key', '=', row.post)
    .where('state', 'in', ['planned', 'held'])
    .execute();
  await within.deleteFrom('open_check').where('target', '=', target).execute();
}

/** Whether anything of it may have left: what nobody saw need not be taken back. */
async function isSaid(within: Change, target: string): Promise<boolean> {
  const left = await within
    .selectFrom('outbox')
    .select('key')
    .where('channel', '=', 'check-run')
    .where('target', '=', target)
    .where('fence', '>', 0)
    .executeTakeFirst();
  return left !== undefined;
}
