import { type ExpressionBuilder, sql } from 'kysely';
import type { DashboardStore, ReportEntry, ReportQuery, SilenceEntry } from '../../ports/dashboard-store.ts';
import type { Outcome } from '../../report.ts';
import { reportSchema } from '../../report.ts';
import { DAMAGE_PATTERN, readDamage } from '../../service/damage.ts';
import { storedOf } from './report-row.ts';
import type { Database, Tables } from './schema.ts';
import { tallyOf } from './tally.ts';

const CHOICES_MAX = 200;
const LETTERS_MAX = 1_000;
const RUNS_MAX = 200;

const ENTRY = [
  ...([
    'report.key',
    'report.thread',
    'report.list',
    'report.run',
    'report.outcome',
    'report.at_ms',
  ] as const),
  ...(['report_index.subject', 'report_index.author', 'report_index.driver', 'report_index.claims'] as const),
] as const;

/** What the pages for people show: reads, and no row is changed by it. */
export function dashboardStore(database: Database): DashboardStore {
  const { tables } = database;
  const joined = () =>
    tables.selectFrom('report').innerJoin('report_index', 'report_index.key', 'report.key');
  return {
    async searchReports(query) {
      const matching = joined().where((row) => row.and(conditions(row, query)));
      const { total } = await matching
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await matching
        .select(ENTRY)
        .orderBy('report.at_ms', 'desc')
        .orderBy('report.key')
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      return { entries: rows.map(entryOf), total: Number(total) };
    },

    async listChoices() {
      const outcomes = await tables
        .selectFrom('report')
        .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
        .where(isLatestRun)
        .groupBy('outcome')
        .execute();
      const drivers = await tables
        .selectFrom('report_index')
        .select('driver')
        .distinct()
        .where('driver', 'is not', null)
        .orderBy('driver')
        .limit(CHOICES_MAX)
        .execute();
      const lists = await tables
        .selectFrom('report')
        .select('list')
        .distinct()
        .orderBy('list')
        .limit(CHOICES_MAX)
        .execute();
      return {
        outcomes: Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, Number(count)])),
        drivers: drivers.flatMap(({ driver }) => (driver === null ? [] : [driver])),
        lists: lists.map(({ list }) => list),
      };
    },

    async listRuns(thread) {
      const rows = await joined()
        .select(ENTRY)
        .where('report.thread', '=', thread)
        .orderBy('report.run', 'desc')
        .limit(RUNS_MAX)
        .execute();
      return rows.map(entryOf);
    },

    async findReport(key) {
      const row = await tables.selectFrom('report').selectAll().where('key', '=', key).executeTakeFirst();
      return row === undefined ? null : storedOf(row);
    },

    async listLetters(thread) {
      const rows = await tables
        .selectFrom('letter')
        .innerJoin('document', 'document.key', 'letter.document')
        .select(['letter.document', 'letter.subject', 'letter.sender', 'letter.message_id'])
        .select('document.received_at_ms')
        .where('letter.thread', '=', thread)
        .where('letter.is_current', '=', 1)
        .orderBy('document.received_at_ms')
        .orderBy('letter.key')
        .limit(LETTERS_MAX)
        .execute();
      return rows.map(({ message_id: messageId, received_at_ms: atMs, ...row }) => ({
        ...row,
        messageId,
        atMs,
      }));
    },

    listSilenceEntries: (limit, offset) => silenceEntries(database, limit, offset),
    tally: () => tallyOf(database),

    async listDamage(sinceMs) {
      const rows = await tables
        .selectFrom('cursor')
        .select('cursor')
        .where('subscription', 'like', DAMAGE_PATTERN)
        .execute();
      const found = rows.map(({ cursor }) => readDamage(cursor)).filter((damage) => damage !== null);
      return found.filter(({ atMs }) => atMs > sinceMs);
    },

    async probe() {
      await database.change(async (within) => {
        await within
          .insertInto('cursor')
          .values({ subscription: PROBED, cursor: '' })
          .onConflict((row) => row.column('subscription').doUpdateSet({ cursor: '' }))
          .execute();
      });
    },
  };
}

/** A row that no subscription has: to write it shows that the disk takes writes, a full one does not. */
const PROBED = 'probe';

type Row = ExpressionBuilder<Tables, 'report' | 'report_index'>;

function conditions(row: Row, { words, verdict, driver, list }: ReportQuery) {
  return [
    isLatestRun(row),
    ...(verdict === null
      ? []
      : [
          row.or([
            row('report.outcome', '=', verdict),
            row('report_index.verdicts', 'like', `%,${verdict},%`),
          ]),
        ]),
    ...(driver === null ? [] : [row('report_index.driver', '=', driver)]),
    ...(list === null ? [] : [row('report.list', '=', list)]),
    ...words.map((word) => sql<boolean>`report_index.words like ${`%${escaped(word)}%`} escape '!'`),
  ];
}

/** What a person types is looked for as it stands. */
const escaped = (word: string): string => word.replaceAll(/[!%_]/g, (sign) => `!${sign}`);

const isLatestRun = (row: ExpressionBuilder<Tables, 'report'>) =>
  row.not(
    row.exists(
      row
        .selectFrom('report as later')
        .select('later.key')
        .whereRef('later.thread', '=', 'report.thread')
        .whereRef('later.run', '>', 'report.run'),
    ),
  );

interface EntryRow {
  readonly key: string;
  readonly thread: string;
  readonly list: string;
  readonly run: number;
  readonly outcome: string;
  readonly at_ms: number;
  readonly subject: string;
  readonly author: string;
  readonly driver: string | null;
  readonly claims: number;
}

function entryOf({ at_ms: atMs, ...row }: EntryRow): ReportEntry {
  return { ...row, atMs, outcome: outcomeOf(row.outcome) };
}

function outcomeOf(text: string): Outcome {
  return reportSchema.shape.outcome.parse(text);
}

async function silenceEntries(
  { tables }: Database,
  limit: number,
  offset: number,
): Promise<readonly SilenceEntry[]> {
  const rows = await tables
    .selectFrom('silence')
    .leftJoin('report', (join) =>
      join.onRef('report.thread', '=', 'silence.thread').onRef('report.run', '=', 'silence.run'),
    )
    .leftJoin('report_index', 'report_index.key', 'report.key')
    .select(['silence.thread', 'silence.run', 'silence.because', 'silence.at_ms'])
    .select(['report.key as evaluation', 'report.list', 'report_index.subject'])
    .orderBy('silence.seq', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ at_ms: atMs, list, subject, ...row }) => {
    return { ...row, atMs, list: list ?? '', subject: subject ?? '' };
  });
}
