import type { EvaluationStore } from '../../ports/evaluation-store.ts';
import { writeAudit } from './audit.ts';
import { closeCheck } from './check-store.ts';
import { plannedOf } from './evaluation-row.ts';
import { insertSilence } from './insert-silence.ts';
import { planPost, replaceEmbargoed } from './plan-post.ts';
import { listOf, planThread } from './plan-thread.ts';
import { insertReport, storedOf } from './report-row.ts';
import type { Database } from './schema.ts';

export function evaluationStore({ tables, change }: Database): EvaluationStore {
  return {
    async findEvaluation(key) {
      const row = await tables.selectFrom('evaluation').selectAll().where('key', '=', key).executeTakeFirst();
      return row === undefined ? null : plannedOf(row);
    },

    planRun(thread, nowMs, asked) {
      return change(async (within) => {
        const list = await listOf(within, thread);
        const wanted = { thread, list: list ?? '', dueAtMs: nowMs, asked: asked ?? null };
        return list === null ? null : planThread(within, wanted);
      });
    },

    cancelThread(thread, because, nowMs) {
      return change(async (within) => {
        const set = { state: 'dropped', because } as const;
        const runs = within.updateTable('evaluation').set(set).where('thread', '=', thread);
        const posts = within.updateTable('outbox').set(set).where('thread', '=', thread);
        const dropped = [
          await runs.where('state', '=', 'planned').executeTakeFirst(),
          await posts.where('state', 'in', ['planned', 'held']).where('fence', '=', 0).executeTakeFirst(),
        ];
        const count = dropped.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
        const detail = `${count}: ${because}`;
        if (count > 0) await writeAudit(within, { at: nowMs, what: 'cancelled', subject: thread, detail });
        return count;
      });
    },

    settleEvaluation({ evaluation, report, posts, silences, nowMs }) {
      return change(async (within) => {
        const { numUpdatedRows } = await within
          .updateTable('evaluation')
          .set({ state: 'done' })
          .where('key', '=', evaluation.key)
          .where('state', '=', 'planned')
          .where('due_at_ms', '=', evaluation.dueAtMs)
          .executeTakeFirst();
        // Somebody was faster with the same report, or a letter came in meanwhile and this run will be due again.
        if (numUpdatedRows === 0n) return;
        await insertReport(within, evaluation, report, nowMs);
        if (evaluation.asked === null) await replaceEmbargoed(within, evaluation.thread, nowMs);
        for (const post of posts) {
          if (post.channel === 'check-run') await closeCheck(within, post.target);
          await planPost(within, post, nowMs);
        }
        const { thread, run } = evaluation;
        for (const because of silences)
          await within.insertInto('silence').values({ thread, run, because, at_ms: nowMs }).execute();
        const detail = `${report.outcome}, ${posts.length} posts`;
        await writeAudit(within, { at: nowMs, what: 'evaluated', subject: evaluation.key, detail });
      });
    },

    refuseEvaluation({ evaluation: { key }, because, posts, nowMs }) {
      return change(async (within) => {
        const { numUpdatedRows } = await within
          .updateTable('evaluation')
          .set({ state: 'dropped', because })
          .where('key', '=', key)
          .where('state', '=', 'planned')
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        for (const post of posts) await planPost(within, post, nowMs);
        await writeAudit(within, { at: nowMs, what: 'refused', subject: key, detail: because });
      });
    },

    async latestReport(thread) {
      const row = await tables
        .selectFrom('report')
        .selectAll()
        .where('thread', '=', thread)
        .where('asked', 'is', null)
        .orderBy('run', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : storedOf(row);
    },

    async listReports(limit) {
      const rows = await tables
        .selectFrom('report')
        .selectAll()
        .orderBy('at_ms', 'desc')
        .orderBy('key')
        .limit(limit)
        .execute();
      return rows.map(storedOf);
    },

    noteSilence(thread, because, nowMs) {
      return change((within) => insertSilence(within, { thread, because, nowMs }));
    },

    async listSilences(thread) {
      const rows = await tables
        .selectFrom('silence')
        .select('because')
        .where('thread', '=', thread)
        .orderBy('seq', 'desc')
        .limit(20)
        .execute();
      return rows.map(({ because }) => because);
    },
  };
}
