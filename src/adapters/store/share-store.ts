import type { Kysely, Migration } from 'kysely';
import type { ShareStore } from '../../ports/share-store.ts';
import type { Database } from './schema.ts';

/** Parts of replays that other workers may play. What is lost here is played once more, and nothing else. */
export const SHARES: Migration = {
  async up(tables: Kysely<unknown>) {
    await tables.schema
      .createTable('share')
      .ifNotExists()
      .addColumn('key', 'text', (built) => built.primaryKey())
      .addColumn('body', 'text', (built) => built.notNull())
      .addColumn('is_taken', 'bigint', (built) => built.notNull())
      .addColumn('played', 'text')
      .addColumn('at_ms', 'bigint', (built) => built.notNull())
      .execute();
  },
};

/** Its owner takes a share away when it is done; of an owner that was killed it stays for as long. */
const KEPT_MS = 86_400_000;

export function shareStore({ tables, change }: Database): ShareStore {
  return {
    offerShare({ key, body }, nowMs) {
      return change(async (within) => {
        await within
          .deleteFrom('share')
          .where('at_ms', '<', nowMs - KEPT_MS)
          .execute();
        await within
          .insertInto('share')
          .values({ key, body, is_taken: 0, played: null, at_ms: nowMs })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .execute();
      });
    },

    takeShare(key) {
      return change(async (within) => {
        const open = within.updateTable('share').set({ is_taken: 1 }).where('key', '=', key);
        const { numUpdatedRows } = await open.where('played', 'is', null).executeTakeFirst();
        if (numUpdatedRows === 0n) return null;
        const row = await within.selectFrom('share').select('body').where('key', '=', key).executeTakeFirst();
        return row?.body ?? null;
      });
    },

    letShareGo(key) {
      return change(async (within) => {
        await within.updateTable('share').set({ is_taken: 0 }).where('key', '=', key).execute();
      });
    },

    givePlayed(key, played) {
      return change(async (within) => {
        await within.updateTable('share').set({ played }).where('key', '=', key).execute();
      });
    },

    takeBackShare(key) {
      return change(async (within) => {
        const { numDeletedRows } = await within
          .deleteFrom('share')
          .where('key', '=', key)
          .where('is_taken', '=', 0)
          .executeTakeFirst();
        return numDeletedRows === 1n;
      });
    },

    async listShares(keys) {
      if (keys.length === 0) return [];
      const rows = await tables
        .selectFrom('share')
        .select(['key', 'is_taken', 'played'])
        .where('key', 'in', keys)
        .execute();
      return rows.map(({ key, is_taken: taken, played }) => ({ key, isTaken: Number(taken) === 1, played }));
    },

    dropShares(keys) {
      if (keys.length === 0) return Promise.resolve();
      return change(async (within) => {
        await within.deleteFrom('share').where('key', 'in', keys).execute();
      });
    },
  };
}
