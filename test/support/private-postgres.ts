import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';

/** Where Debian keeps the server's programs; null when it is not installed. */
export function postgresPrograms(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const folders = readdirSync(VERSIONS).map((version) => join(VERSIONS, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

export interface PrivatePostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
const unprivileged = () =>
  process.getuid?.() === 0
    ? { uid: Number(idOf('-u')), gid: Number(idOf('-g')) }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

const idOf = (which: '-u' | '-g'): string =>
  execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }).trim();

/** A cluster of our own in a temporary folder, reached by a unix socket and by nobody else. */
export async function startPostgres(programs: string): Promise<PrivatePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'giveback-pg-'));
  const user = unprivileged();
  chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const init = ['-D', data, '-U', 'giveback', '-A', 'trust', '--no-sync', '-E', 'UTF8'];
  execFileSync(join(programs, 'initdb'), init, { ...options, stdio: 'pipe' });
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    { ...options, stdio: 'ignore' },
  );
  await untilReady(programs, folder);
  return {
    url: `postgres://giveback@/postgres?host=${encodeURIComponent(folder)}`,
    stop: () => stopped(server, folder),
  };
}

async function untilReady(programs: string, folder: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    try {
      execFileSync(join(programs, 'pg_isready'), ['-h', folder, '-q'], { stdio: 'ignore' });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('PostgreSQL did not come up');
}

async function stopped(server: ChildProcess, folder: string): Promise<void> {
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await exit;
  rmSync(folder, { recursive: true, force: true });
}
