import type { Kysely, Migration } from 'kysely';
import { type Report, reportSchema } from '../../report.ts';
import type { Change, ReportIndexRecord, Tables } from './schema.ts';

// A report is one long text. What a list of reports shows and is searched by stands beside it, in columns.

const ROWS_AT_ONCE = 200;
const WORDS_MAX = 4_000;
/** PostgreSQL refuses NUL in a text. */
const plain = (text: string): string => text.replaceAll('\0', '');

export const REPORT_INDEX: Migration = {
  async up(tables: Kysely<Tables>) {
    await tables.schema
      .createTable('report_index')
      .addColumn('key', 'text', (built) => built.primaryKey())
      .addColumn('subject', 'text', (built) => built.notNull())
      .addColumn('author', 'text', (built) => built.notNull())
      .addColumn('driver', 'text')
      .addColumn('verdicts', 'text', (built) => built.notNull())
      .addColumn('claims', 'bigint', (built) => built.notNull())
      .addColumn('words', 'text', (built) => built.notNull())
      .execute();
    await tables.schema.createIndex('report_by_at_ms').on('report').column('at_ms').execute();
    await indexOldReports(tables);
  },
};

async function indexOldReports(tables: Kysely<Tables>): Promise<void> {
  for (let seen = ''; ; ) {
    const rows = await tables
      .selectFrom('report')
      .select(['key', 'list', 'json'])
      .where('key', '>', seen)
      .orderBy('key')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { key, list, json } of rows)
      await tables
        .insertInto('report_index')
        .values(indexOf(key, list, reportSchema.parse(JSON.parse(json))))
        .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    seen = last.key;
  }
}

/** Written with the report, in the same transaction. */
export async function indexReport(within: Change, key: string, list: string, report: Report): Promise<void> {
  await within
    .insertInto('report_index')
    .values(indexOf(key, list, report))
    .execute();
}

function indexOf(key: string, list: string, report: Report): ReportIndexRecord {
  const { series, model, claims } = report;
  const author = series.author?.name || series.author?.address || '';
  const driver = model?.driver ?? null;
  const ids = series.patches.map(({ messageId }) => messageId ?? '');
  const verdicts = [...new Set(claims.map(({ verdict }) => verdict))];
  const words = [series.subject, author, series.author?.address ?? '', driver ?? '', list, ...ids].join(' ');
  return {
    ...{ key, subject: plain(series.subject), author: plain(author), driver, claims: claims.length },
    verdicts: `,${verdicts.join(',')},`,
    words: plain(words).toLowerCase().slice(0, WORDS_MAX),
  };
}
