import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { postgresPrograms, startPostgres } from '../../support/private-postgres.ts';
import type { Ground } from '../ground.ts';
import { violations } from '../invariants.ts';
import { NotRun, type Scenario } from '../scenario.ts';
import { waitFor } from '../wait.ts';

/** Of the posts, those that have left when the copy is made, and when the store is lost. */
const COPIED_AT = 0.25;
const LOST_AT = 0.6;
const SEEN_SECONDS = 120;

/** How a store is copied while it is written, and put back while nobody has it open. */
interface Backup {
  copy(): Promise<void> | void;
  putBack(): Promise<void> | void;
}

export const sqliteRestored: Scenario = {
  id: 'F34',
  fault: 'the store is lost, and an older copy of it is put back',
  async run(ground) {
    await ground.prepare();
    const file = join(ground.data, 'giveback.sqlite');
    return restored(ground, {
      copy: async () => {
        const open = new Sqlite(file, { readonly: true });
        await open.backup(`${file}.copy`);
        open.close();
      },
      putBack: () => {
        for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
        renameSync(`${file}.copy`, file);
      },
    });
  },
};

export const postgresRestored: Scenario = {
  id: 'F35',
  fault: 'the database is lost, and an older dump of it is put back',
  async run(ground) {
    const programs = postgresPrograms();
    if (programs === null) throw new NotRun('PostgreSQL is not installed');
    const { url, stop } = await startPostgres(programs);
    ground.atEnd(stop);
    await ground.prepare(url);
    const dump = join(ground.home, 'giveback.sql');
    const run = (program: string, ...args: readonly string[]) =>
      execFileSync(join(programs, program), [...args, url], { stdio: 'pipe' });
    return restored(ground, {
      copy: () => void run('pg_dump', '--clean', '--if-exists', '--file', dump, '--dbname'),
      putBack: () => void run('psql', '--quiet', '--set', 'ON_ERROR_STOP=1', '--file', dump, '--dbname'),
    });
  },
};

/** As docs/operating.md tells: posting is stopped until the service has seen by the lists what it sent after the copy. */
async function restored(ground: Ground, { copy, putBack }: Backup): Promise<readonly string[]> {
  const stop = join(ground.data, 'STOP');
  await ground.plan(20, 10);
  ground.startAll();
  await ground.untilTaken(COPIED_AT);
  await copy();
  await ground.untilTaken(LOST_AT);
  await ground.stopAll();
  await ground.closeStore();
  await putBack();
  showAgain(ground.feed);
  writeFileSync(stop, '');
  await ground.openStore();
  ground.startAll();
  const whileStopped = ground.taken.length;
  await waitFor('our own mails, by the list', SEEN_SECONDS, () => isSeen(ground));
  const leaked = ground.taken.length - whileStopped;
  rmSync(stop);
  await ground.quiet();
  const wrong = violations(await ground.facts(), { isHeldAllowed: true });
  return leaked === 0 ? wrong : [`${leaked} posts left while posting was stopped`, ...wrong];
}

/** A drop folder has no memory but the store's: what was taken from it since the copy is put back by hand. */
function showAgain(maildir: string): void {
  for (const name of readdirSync(join(maildir, 'cur')))
    renameSync(join(maildir, 'cur', name), join(maildir, 'new', name));
}

async function isSeen({ smtp, store }: Ground): Promise<boolean> {
  const found = await Promise.all(smtp.taken.map(({ key }) => store.findThread(`${key}@bot.example`)));
  return found.every((thread) => thread !== null);
}
