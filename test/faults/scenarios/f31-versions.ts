import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { migrations } from '../../../src/adapters/store/migrations.ts';
import { CLI, WORKER } from '../built.ts';
import type { Ground } from '../ground.ts';
import { violations } from '../invariants.ts';
import type { Scenario } from '../scenario.ts';
import { sleep, waitFor } from '../wait.ts';

const CONFIGURATION = 78;
const END_SECONDS = 60;

/** The schemas that older programs wrote, the oldest first. */
const MIGRATIONS = Object.keys(migrations({ bytes: 'blob', counted: 'integer' }));

export const versionsChange: Scenario = {
  id: 'F31',
  fault: 'an older version left posts on their way, and a newer one has written the store',
  async run(ground) {
    await ground.prepare();
    await ground.plan(20, 20);
    ground.startAll();
    await ground.untilTaken(0.2);
    const older = MIGRATIONS.slice(0, -1);
    for (const [at, name] of older.entries()) {
      await ground.stopAll();
      await rewrittenBy(ground, MIGRATIONS.slice(0, at + 1));
      ground.startAll();
      const before = ground.taken.length;
      await waitFor(`posts of ${name}`, END_SECONDS * 4, () => ground.taken.length > before);
    }
    await ground.quiet();
    const wrong = violations(await ground.facts(), { isHeldAllowed: true });
    return [...wrong, ...(await refusesNewer(ground))];
  },
};

/** The store as a program with these migrations had it: every row, in the columns that it knew. */
async function rewrittenBy(ground: Ground, names: readonly string[]): Promise<void> {
  const file = join(ground.data, 'giveback.sqlite');
  await ground.closeStore();
  const known = Object.entries(migrations({ bytes: 'blob', counted: 'integer' }));
  const database = new Sqlite(`${file}.older`);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  const provider = {
    getMigrations: async () => Object.fromEntries(known.filter(([name]) => names.includes(name))),
  };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw new Error('the older schema was not made', { cause: error });
  copyRows(database, file);
  await db.destroy();
  for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
  renameSync(`${file}.older`, file);
  // As the processes would: the one who comes first brings it up to date.
  await ground.openStore();
}

function copyRows(database: Sqlite.Database, newer: string): void {
  database.prepare('attach ? as newer').run(newer);
  const tables = database.prepare<[], { name: string }>(
    "select name from main.sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'",
  );
  const columns = database.prepare<[string], { name: string }>('select name from pragma_table_info(?)');
  for (const { name: table } of tables.all()) {
    const names = columns.all(table).map(({ name }) => `"${name}"`);
    database.exec(`insert into main."${table}" (${names}) select ${names} from newer."${table}"`);
  }
  database.exec('detach newer');
}

/** The service, and a worker by itself: both end at once and say what to do. */
async function refusesNewer({ data, home }: Ground): Promise<readonly string[]> {
  const database = new Sqlite(join(data, 'giveback.sqlite'));
  database.exec("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
  database.close();
  await sleep(0);
  const commands = {
    serve: [CLI, 'serve', '--data', data],
    worker: [WORKER, '--data', data, '--redis', join(home, 'r.sock')],
  };
  return Object.entries(commands).flatMap(([name, command]) => {
    const env = { PATH: process.env['PATH'], HOME: home };
    const { status, stderr } = spawnSync(process.execPath, command, {
      encoding: 'utf8',
      env,
      timeout: END_SECONDS * 2_000,
    });
    const isClear = status === CONFIGURATION && stderr.includes('newer giveback');
    return isClear
      ? []
      : [`a store of a newer version is met by ${name} with ${status}: ${stderr.slice(0, 200)}`];
  });
}
