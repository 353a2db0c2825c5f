import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { CLI } from '../built.ts';
import { violations } from '../invariants.ts';
import type { Scenario } from '../scenario.ts';

const CONFIGURATION = 78;
/** What the second version of the schema added; the third added a table. */
const ADDED = [
  ['outbox', 'tries'],
  ['outbox', 'not_before_ms'],
  ['evaluation', 'asked'],
  ['report', 'asked'],
] as const;

export const versionsChange: Scenario = {
  id: 'F31',
  fault: 'an older version left posts on their way, and a newer one has written the store',
  async run(ground) {
    await ground.prepare();
    await ground.plan(10, 10);
    const file = join(ground.data, 'giveback.sqlite');
    const database = new Sqlite(file);
    for (const [table, column] of ADDED) database.exec(`alter table ${table} drop column ${column}`);
    database.exec('drop table report_index; drop index if exists report_by_at_ms');
    database.exec("delete from kysely_migration where name > '0001-first'");
    database.close();
    ground.startAll();
    await ground.quiet();
    const wrong = violations(await ground.facts());
    return [...wrong, ...refusesNewer(file, ground.data)];
  },
};

function refusesNewer(file: string, data: string): readonly string[] {
  const database = new Sqlite(file);
  database.exec("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
  database.close();
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'serve', '--data', data], {
    encoding: 'utf8',
  });
  const isClear = status === CONFIGURATION && stderr.includes('newer giveback');
  return isClear ? [] : [`a store of a newer version is met with ${status}: ${stderr}`];
}
