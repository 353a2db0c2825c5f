import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  Migrator,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely';
import { Fault } from '../../fault.ts';
import { groupedChanges } from './grouped-changes.ts';
import { keepingStatements } from './kept-statements.ts';
import { migrations, type Words } from './migrations.ts';
import type { Database, Tables } from './schema.ts';

/** A writer waits this long for another process to be done. */
const BUSY_MS = 20_000;
/** Any number, as long as every process of ours takes the same. */
const WRITERS_LOCK = 7_281_004;

/** The keys are hashes, so that the pages of an index are written in no order: each is copied less often. */
const WAL_PAGES = 4_000;
const CACHE_KILOBYTES = 16_384;

const INSTALL = 'npm install better-sqlite3 (it needs python3, make and g++ to build), or set DATABASE_URL';

/**
 * Opens the database and brings its schema up to date.
 * @throws Fault when SQLite is not installed, the server can not be reached, or the schema is newer than this program
 */
export async function openDatabase(
  where: { url: string } | { file: string },
  onBroken: (because: string) => void,
): Promise<Database> {
  const database = 'url' in where ? await openPostgres(where.url) : await openSqlite(where.file, onBroken);
  await migrate(database, 'url' in where ? POSTGRES_WORDS : SQLITE_WORDS);
  return database;
}

const SQLITE_WORDS: Words = { bytes: 'blob', counted: 'integer' };
const POSTGRES_WORDS: Words = { bytes: 'bytea', counted: 'serial' };

/** better-sqlite3 12, the last that runs on Node 20, breaks off under this Node when memory is collected. */
const NODE_WITHOUT_SQLITE = 24;

async function openSqlite(file: string, onBroken: (because: string) => void): Promise<Database> {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= NODE_WITHOUT_SQLITE)
    throw new Fault(
      `SQLite does not run under Node ${node}: use Node 20 or 22, or set DATABASE_URL`,
      'never',
    );
  const { default: Sqlite } = await import('better-sqlite3').catch(missingSqlite);
  try {
    const database = new Sqlite(file, { timeout: BUSY_MS });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
    database.pragma(`cache_size = -${CACHE_KILOBYTES}`);
    const tables = new Kysely<Tables>({
      dialect: new ImmediateDialect({ database: keepingStatements(database) }),
      log: (event) => {
        if (event.level === 'error' && isBroken(event.error)) onBroken(messageOf(event.error));
      },
    });
    return {
      tables,
      findDamage: async () => damageOf(() => database.pragma('quick_check(1)', { simple: true })),
      change: groupedChanges((work) => tables.transaction().execute(work)),
    };
  } catch (error) {
    throw missingBinding(error) ?? new Fault(`${file}: ${messageOf(error)}`, 'never');
  }
}

function damageOf(check: () => unknown): string | null {
  try {
    const said = String(check());
    return said === 'ok' ? null : said;
  } catch (error) {
    return messageOf(error);
  }
}

/** SQLite takes the write lock at the first write; a reader that then wants to write would be refused without waiting. */
class ImmediateDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDriver>[0];

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** After a write that the disk refused nobody knows what is on it: only a new look at the file can tell. */
function isBroken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(?:IOERR|CORRUPT|NOTADB)/.test(code);
}

async function openPostgres(url: string): Promise<Database> {
  const { default: pg } = await import('pg');
  // A bigint comes as text because it may be too large; ours are milliseconds and counts.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
  };
  const pool = new pg.Pool({ connectionString: url, types, max: 5, connectionTimeoutMillis: 10_000 });
  // Without a listener a server that goes away would end the process; the next query says it again.
  pool.on('error', () => {});
  const tables = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    tables,
    // The server keeps checksums of its own.
    findDamage: async () => null,
    change: groupedChanges((work) =>
      tables.transaction().execute(async (change) => {
        await sql`select pg_advisory_xact_lock(${WRITERS_LOCK})`.execute(change);
        await work(change);
      }),
    ),
  };
}

async function migrate({ tables }: Database, words: Words): Promise<void> {
  const known = migrations(words);
  const migrator = new Migrator({ db: tables, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  await tables.destroy();
  const isNewer = /previously executed migration .* is missing/.test(messageOf(error));
  const why = isNewer ? 'a newer giveback has written it; install that one' : messageOf(error);
  throw new Fault(`the store can not be opened: ${why}`, 'never');
}

function missingSqlite(error: unknown): never {
  throw missingBinding(error) ?? new Fault(`SQLite is not installed: ${INSTALL}`, 'never');
}

/** The package without its compiled part, as an install without a compiler leaves it. */
function missingBinding(error: unknown): Fault | null {
  return messageOf(error).includes('bindings file')
    ? new Fault(`SQLite is not built for this machine: ${INSTALL}`, 'never')
    : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
