import { type Kysely, type Migration, sql } from 'kysely';
import type { WorkStore } from '../../ports/work-store.ts';
import type { Database } from './schema.ts';

/** What the work tells of itself while it is done: how far it is, and how long its stages take. */
export const WORK: Migration = {
  async up(tables: Kysely<unknown>) {
    await tables.schema
      .createTable('progress')
      .ifNotExists()
      .addColumn('evaluation', 'text', (built) => built.primaryKey())
      .addColumn('done', 'bigint', (built) => built.notNull())
      .addColumn('total', 'bigint', (built) => built.notNull())
      .addColumn('begun_at_ms', 'bigint', (built) => built.notNull())
      .addColumn('at_ms', 'bigint', (built) => built.notNull())
      .execute();
    await tables.schema
      .createTable('stage_time')
      .ifNotExists()
      .addColumn('key', 'text', (built) => built.primaryKey())
      .addColumn('value', 'double precision', (built) => built.notNull())
      .execute();
  },
};

export function workStore({ tables, change }: Database): WorkStore {
  return {
    async noteProgress({ evaluation, done, total, begunAtMs, atMs }) {
      const far = { done, total, at_ms: atMs };
      await tables
        .insertInto('progress')
        .values({ evaluation, begun_at_ms: begunAtMs, ...far })
        .onConflict((conflict) => conflict.column('evaluation').doUpdateSet(far))
        .execute();
    },

    async endProgress(evaluation) {
      await tables.deleteFrom('progress').where('evaluation', '=', evaluation).execute();
    },

    async listProgress(sinceMs) {
      const rows = await tables
        .selectFrom('progress')
        .innerJoin('evaluation', 'evaluation.key', 'progress.evaluation')
        .selectAll('progress')
        .select(['evaluation.thread', 'evaluation.list', 'evaluation.run'])
        .where('evaluation.state', '=', 'planned')
        .where('progress.at_ms', '>', sinceMs)
        .orderBy('progress.begun_at_ms')
        .execute();
      return rows.map(({ begun_at_ms: begunAtMs, at_ms: atMs, ...row }) => ({ ...row, begunAtMs, atMs }));
    },

    async addStageTimes(times) {
      if (times.size === 0) return;
      await change(async (within) => {
        for (const [key, value] of times)
          await within
            .insertInto('stage_time')
            .values({ key, value })
            .onConflict((conflict) =>
              conflict.column('key').doUpdateSet({ value: sql`stage_time.value + excluded.value` }),
            )
            .execute();
      });
    },

    async listStageTimes() {
      const rows = await tables.selectFrom('stage_time').selectAll().execute();
      return new Map(rows.map(({ key, value }) => [key, Number(value)]));
    },
  };
}
