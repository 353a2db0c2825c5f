import type {
  Asked,
  EvaluationStore,
  PlannedEvaluation,
  StoredReport,
} from '../../ports/evaluation-store.ts';
import { type Report, reportSchema } from '../../report.ts';
import { askedSchema } from '../../service/asked.ts';
import { evaluationKey } from '../../service/job-keys.ts';
import { writeAudit } from './audit.ts';
import { closeCheck } from './check-store.ts';
import { planPost, replaceEmbargoed } from './outbox-store.ts';
import { indexReport } from './report-index.ts';
import type { Change, Database, EvaluationRecord, Tables } from './schema.ts';

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

/** A reason that is of a mail and not of what was found in it: it has no run. Once for each reason. */
export async function insertSilence(
  within: Change,
  { thread, because, nowMs }: { readonly thread: string; readonly because: string; readonly nowMs: number },
): Promise<void> {
  const known = await within
    .selectFrom('silence')
    .select('seq')
    .where('thread', '=', thread)
    .where('because', '=', because)
    .executeTakeFirst();
  if (known !== undefined) return;
  await within.insertInto('silence').values({ thread, run: 0, because, at_ms: nowMs }).execute();
}

interface Wanted {
  readonly thread: string;
  readonly list: string;
  readonly dueAtMs: number;
  readonly asked: Asked | null;
}

/**
 * Plans the next run of a thread, or moves the one that waits for the same: to later while letters come in, to now when
 * somebody asks. The list is that of the thread's first evaluation.
 */
export async function planThread(
  within: Change,
  { thread, list, dueAtMs, asked: wish }: Wanted,
): Promise<PlannedEvaluation> {
  const asked = wish === null ? null : JSON.stringify(wish);
  const runs = within
    .selectFrom('evaluation')
    .selectAll()
    .where('thread', '=', thread)
    .orderBy('run', 'desc');
  const last = await runs.limit(1).executeTakeFirst();
  const waiting = await runs
    .where('state', '=', 'planned')
    .where('asked', asked === null ? 'is' : '=', asked)
    .limit(1)
    .executeTakeFirst();
  if (waiting !== undefined) {
    // Never the same instant twice: whoever evaluates the thread right now must see that it changed.
    const moved = dueAtMs === waiting.due_at_ms ? dueAtMs + 1 : dueAtMs;
    await within.updateTable('evaluation').set({ due_at_ms: moved }).where('key', '=', waiting.key).execute();
    return plannedOf({ ...waiting, due_at_ms: moved });
  }
  const run = (last?.run ?? 0) + 1;
  const row = {
    ...{ key: evaluationKey(thread, run), thread, list: last?.list ?? list, run },
    ...{ due_at_ms: dueAtMs, state: 'planned', because: null, asked },
  };
  await within.insertInto('evaluation').values(row).execute();
  return plannedOf(row);
}

async function listOf(within: Change, thread: string): Promise<string | null> {
  const row = await within
    .selectFrom('evaluation')
    .select('list')
    .where('thread', '=', thread)
    .executeTakeFirst();
  return row?.list ?? listOfDocuments(within, thread);
}

/** A thread that was never judged is of the list that brought its first mail. */
async function listOfDocuments(within: Change, thread: string): Promise<string | null> {
  const row = await within
    .selectFrom('letter')
    .innerJoin('document', 'document.key', 'letter.document')
    .select('document.list')
    .where('letter.thread', '=', thread)
    .orderBy('document.received_at_ms')
    .executeTakeFirst();
  return row?.list ?? null;
}

async function insertReport(
  within: Change,
  { key, thread, list, run, asked }: PlannedEvaluation,
  report: Report,
  nowMs: number,
): Promise<void> {
  await within
    .insertInto('report')
    .values({
      key,
      thread,
      list,
      run,
      outcome: report.outcome,
      json: JSON.stringify(report),
      asked: textOf(asked),
      at_ms: nowMs,
    })
    .execute();
  await indexReport(within, key, list, report);
}

const STATES: readonly PlannedEvaluation['state'][] = ['planned', 'done', 'dead', 'dropped'];

function plannedOf({
  key,
  thread,
  list,
  run,
  due_at_ms: dueAtMs,
  ...row
}: EvaluationRecord): PlannedEvaluation {
  const state = STATES.find((one) => one === row.state);
  if (state === undefined) throw new Error(`the evaluation ${key} is in the unknown state ${row.state}`);
  return { key, thread, list, run, dueAtMs, state, because: row.because, asked: askedIn(row.asked) };
}

/** A report as it lies in the store. */
export function storedOf({ json, at_ms: atMs, asked, ...row }: Tables['report']): StoredReport {
  const { key, thread, list, run } = row;
  return {
    key,
    thread,
    list,
    run,
    report: reportSchema.parse(JSON.parse(json)),
    asked: askedIn(asked),
    atMs,
  };
}

const textOf = (asked: Asked | null): string | null => (asked === null ? null : JSON.stringify(asked));

function askedIn(text: string | null): Asked | null {
  return text === null ? null : askedSchema.parse(JSON.parse(text));
}
