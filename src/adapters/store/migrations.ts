import type { ColumnDataType, CreateTableBuilder, Kysely, Migration } from 'kysely';
import { ADDRESSES } from './address-store.ts';
import { CHECKS } from './check-store.ts';
import { REPORT_INDEX } from './report-index.ts';
import { SHARES } from './share-store.ts';
import { WORK } from './work-store.ts';

/** What SQLite and PostgreSQL call differently. */
export interface Words {
  readonly bytes: ColumnDataType;
  readonly counted: 'serial' | 'integer';
}

type Columns = Readonly<Record<string, 'text' | 'text?' | 'key' | 'number' | 'number?' | 'bytes' | 'seq'>>;

const FIRST: Readonly<Record<string, Columns>> = {
  document: {
    key: 'key',
    list: 'text',
    topic: 'text?',
    bytes: 'bytes',
    state: 'text',
    because: 'text?',
    received_at_ms: 'number',
  },
  letter: {
    key: 'key',
    document: 'text',
    thread: 'text',
    message_id: 'text?',
    subject: 'text',
    sender: 'text?',
    is_current: 'number',
  },
  mention: { letter: 'text', message_id: 'text' },
  evaluation: {
    key: 'key',
    thread: 'text',
    list: 'text',
    run: 'number',
    due_at_ms: 'number',
    state: 'text',
    because: 'text?',
  },
  report: {
    key: 'key',
    thread: 'text',
    list: 'text',
    run: 'number',
    outcome: 'text',
    json: 'text',
    at_ms: 'number',
  },
  outbox: {
    key: 'key',
    channel: 'text',
    target: 'text',
    list: 'text',
    thread: 'text',
    body: 'text',
    sha256: 'text',
    state: 'text',
    because: 'text?',
    fence: 'number',
    remote_id: 'text?',
    planned_at_ms: 'number',
    claimed_at_ms: 'number?',
  },
  post: { key: 'key', list: 'text', thread: 'text', at_ms: 'number' },
  silence: { seq: 'seq', thread: 'text', run: 'number', because: 'text', at_ms: 'number' },
  command: {
    key: 'key',
    verb: 'text',
    words: 'text',
    thread: 'text',
    actor: 'text',
    via: 'text',
    answer: 'text',
    at_ms: 'number',
  },
  mute: { scope: 'key', actor: 'text', at_ms: 'number' },
  cursor: { subscription: 'key', cursor: 'text' },
  audit: { seq: 'seq', at_ms: 'number', what: 'text', subject: 'text', detail: 'text', chain: 'text' },
};

const FIRST_INDEXES = [
  ['document', 'state'],
  ['letter', 'document'],
  ['letter', 'thread'],
  ['letter', 'message_id'],
  ['mention', 'message_id'],
  ['evaluation', 'thread'],
  ['evaluation', 'state'],
  ['report', 'thread'],
  ['outbox', 'state'],
  ['post', 'thread'],
  ['post', 'at_ms'],
  ['silence', 'thread'],
  ['command', 'actor'],
] as const;

/** Every change of the schema, the oldest first. One that was released is never edited. */
export function migrations(words: Words): Record<string, Migration> {
  return {
    '0001-first': { up: (tables) => createFirst(tables, words) },
    '0002-tries-and-what-was-asked': { up: addTriesAndAsked },
    '0003-report-index': REPORT_INDEX,
    '0004-addresses': ADDRESSES,
    '0005-work': WORK,
    '0006-shares': SHARES,
    '0007-checks': CHECKS,
  };
}

/** When a post may be tried again, and on whose figures a run stands that somebody asked for. */
async function addTriesAndAsked(tables: Kysely<unknown>): Promise<void> {
  for (const column of ['tries', 'not_before_ms'])
    await tables.schema
      .alterTable('outbox')
      .addColumn(column, 'bigint', (built) => built.notNull().defaultTo(0))
      .execute();
  for (const table of ['evaluation', 'report'])
    await tables.schema.alterTable(table).addColumn('asked', 'text').execute();
}

async function createFirst(tables: Kysely<unknown>, words: Words): Promise<void> {
  for (const [name, columns] of Object.entries(FIRST)) {
    let table: CreateTableBuilder<string, string> = tables.schema.createTable(name);
    for (const [column, kind] of Object.entries(columns)) table = withColumn(table, column, kind, words);
    await table.execute();
  }
  for (const [table, column] of FIRST_INDEXES)
    await tables.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
}

function withColumn(
  table: CreateTableBuilder<string, string>,
  column: string,
  kind: Columns[string],
  words: Words,
): CreateTableBuilder<string, string> {
  switch (kind) {
    case 'key':
      return table.addColumn(column, 'text', (built) => built.primaryKey());
    case 'seq':
      return table.addColumn(column, words.counted, (built) => {
        const keyed = built.primaryKey();
        return words.counted === 'integer' ? keyed.autoIncrement() : keyed;
      });
    case 'text':
      return table.addColumn(column, 'text', (built) => built.notNull());
    case 'text?':
      return table.addColumn(column, 'text');
    case 'number':
      return table.addColumn(column, 'bigint', (built) => built.notNull());
    case 'number?':
      return table.addColumn(column, 'bigint');
    case 'bytes':
      return table.addColumn(column, words.bytes, (built) => built.notNull());
  }
}
