import { type Tally, VERDICTS } from '../../ports/dashboard-store.ts';
import type { Verdict } from '../../report.ts';
import type { Database, Tables } from './schema.ts';

/** Counts for a monitor. They are of the store, so that every process tells the same and a restart begins at no 0. */
export async function tallyOf({ tables }: Database): Promise<Tally> {
  const states: Record<string, number> = {};
  for (const table of ['document', 'evaluation', 'outbox'] as const) {
    const rows = await tables
      .selectFrom(table)
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute();
    for (const { state, count } of rows) states[`${table} ${state}`] = Number(count);
  }
  const oldest = await tables
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.min('planned_at_ms').as('at')])
    .groupBy('state')
    .execute();
  return {
    states,
    outcomes: await countBy({ tables }, 'report', 'outcome'),
    verdicts: await countVerdicts({ tables }),
    posts: await countPosts({ tables }),
    oldestPostMs: Object.fromEntries(oldest.map(({ state, at }) => [state, Number(at)])),
    silences: await countAll({ tables }, 'silence'),
    commands: await countAll({ tables }, 'command'),
  };
}

type Readable = Pick<Database, 'tables'>;

async function countBy({ tables }: Readable, table: 'report', column: 'outcome') {
  const rows = await tables
    .selectFrom(table)
    .select(({ fn }) => [column, fn.countAll<number>().as('count')])
    .groupBy(column)
    .execute();
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, Number(count)]));
}

/** In how many reports a verdict was given at least once. */
async function countVerdicts({ tables }: Readable): Promise<Partial<Record<Verdict, number>>> {
  const rows = await tables
    .selectFrom('report_index')
    .select(({ fn }) => ['verdicts', fn.countAll<number>().as('count')])
    .groupBy('verdicts')
    .execute();
  const counts: Partial<Record<Verdict, number>> = {};
  for (const { verdicts, count } of rows)
    for (const verdict of VERDICTS)
      if (verdicts.includes(`,${verdict},`)) counts[verdict] = (counts[verdict] ?? 0) + Number(count);
  return counts;
}

async function countPosts({ tables }: Readable): Promise<Record<string, number>> {
  const rows = await tables
    .selectFrom('outbox')
    .select(({ fn }) => ['channel', fn.countAll<number>().as('count')])
    .where('state', 'in', ['sent', 'settled'])
    .groupBy('channel')
    .execute();
  return Object.fromEntries(rows.map(({ channel, count }) => [channel, Number(count)]));
}

async function countAll({ tables }: Readable, table: keyof Pick<Tables, 'silence' | 'command'>) {
  const { count } = await tables
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
