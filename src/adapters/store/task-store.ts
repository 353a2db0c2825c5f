import type { QueueName, Task } from '../../ports/queue.ts';
import type { Store } from '../../ports/store.ts';
import { writeAudit } from './audit.ts';
import type { Change, Database } from './schema.ts';

type TaskStore = Pick<Store, 'listDue' | 'mendDates' | 'bury' | 'listDead' | 'redrive' | 'countStates'>;

const DUE_MAX = 10_000;

/** What is to be done, told from the rows alone: the queue may have forgotten everything. */
export function taskStore({ tables, change }: Database): TaskStore {
  return {
    async listDue(nowMs) {
      const received = tables
        .selectFrom('document')
        .select('key')
        .where('state', 'in', ['received', 'threaded']);
      const documents = await received.orderBy('received_at_ms').limit(DUE_MAX).execute();
      const planned = tables.selectFrom('evaluation').select('key').where('state', '=', 'planned');
      const evaluations = await planned
        .where('due_at_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .limit(DUE_MAX)
        .execute();
      const unsettled = tables.selectFrom('outbox').select('key');
      const posts = await unsettled
        .where('state', 'in', ['planned', 'claimed', 'sent'])
        .where('not_before_ms', '<=', nowMs)
        .orderBy('planned_at_ms')
        .limit(DUE_MAX)
        .execute();
      return [
        ...documents.map(({ key }): Task => ({ queue: 'ingest', key })),
        ...evaluations.map(({ key }): Task => ({ queue: 'evaluate', key })),
        ...posts.map(({ key }): Task => ({ queue: 'reply', key })),
      ];
    },

    async mendDates(nowMs, { claimMs, evaluationMs, postMs }) {
      const leaves = nowMs + postMs;
      const judged = nowMs + evaluationMs;
      const changes = [
        tables
          .updateTable('outbox')
          .set({ claimed_at_ms: nowMs })
          .where('state', '=', 'claimed')
          .where('claimed_at_ms', '>', nowMs + claimMs),
        tables
          .updateTable('outbox')
          .set({ not_before_ms: leaves })
          .where('state', 'in', ['planned', 'claimed', 'sent'])
          .where('not_before_ms', '>', leaves),
        tables
          .updateTable('evaluation')
          .set({ due_at_ms: judged })
          .where('state', '=', 'planned')
          .where('due_at_ms', '>', judged),
      ];
      let rows = 0;
      for (const one of changes) rows += Number((await one.executeTakeFirst()).numUpdatedRows);
      return rows;
    },

    bury(task, because, nowMs) {
      return change(async (within) => {
        await BURY[task.queue](within, task.key, because);
        await writeAudit(within, { at: nowMs, what: 'gave up', subject: task.key, detail: because });
      });
    },

    async listDead() {
      const documents = await tables
        .selectFrom('document')
        .select(['key', 'because'])
        .where('state', '=', 'dead')
        .execute();
      const evaluations = await tables
        .selectFrom('evaluation')
        .select(['key', 'because'])
        .where('state', '=', 'dead')
        .execute();
      return [
        ...documents.map((row) => deadLetter('ingest', row)),
        ...evaluations.map((row) => deadLetter('evaluate', row)),
      ];
    },

    redrive({ queue, key }, nowMs) {
      return change(async (within) => {
        if (queue === 'reply') return false;
        const isBack = await REVIVE[queue](within, key);
        if (isBack) await writeAudit(within, { at: nowMs, what: 'driven again', subject: key, detail: '' });
        return isBack;
      });
    },

    async countStates() {
      const counts: Record<string, number> = {};
      for (const table of ['document', 'evaluation', 'outbox'] as const) {
        const rows = await tables
          .selectFrom(table)
          .select(({ fn }) => ['state', fn.countAll<number>().as('rows')])
          .groupBy('state')
          .execute();
        for (const { state, rows: count } of rows) counts[`${table} ${state}`] = Number(count);
      }
      return counts;
    },
  };
}

function deadLetter(queue: QueueName, { key, because }: { key: string; because: string | null }) {
  return { queue, key, because: because ?? '' };
}

type Bury = (within: Change, key: string, because: string) => Promise<unknown>;

/** A post that gave up is held: whether it left is for a person to find out. One that was sent needs nothing but a note. */
const BURY: Readonly<Record<QueueName, Bury>> = {
  ingest: (within, key, because) =>
    within
      .updateTable('document')
      .set({ state: 'dead', because })
      .where('key', '=', key)
      .where('state', 'in', ['received', 'threaded'])
      .execute(),
  evaluate: (within, key, because) =>
    within
      .updateTable('evaluation')
      .set({ state: 'dead', because })
      .where('key', '=', key)
      .where('state', '=', 'planned')
      .execute(),
  reply: (within, key, because) =>
    within
      .updateTable('outbox')
      .set({ state: 'held', because })
      .where('key', '=', key)
      .where('state', 'in', ['planned', 'claimed'])
      .execute(),
};

const REVIVE = {
  ingest: async (within: Change, key: string) => {
    const { numUpdatedRows } = await within
      .updateTable('document')
      .set({ state: 'received', because: null })
      .where('key', '=', key)
      .where('state', '=', 'dead')
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
  evaluate: async (within: Change, key: string) => {
    const { numUpdatedRows } = await within
      .updateTable('evaluation')
      .set({ state: 'planned', because: null })
      .where('key', '=', key)
      .where('state', '=', 'dead')
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
};
