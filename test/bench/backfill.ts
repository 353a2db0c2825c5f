import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBlobBytes } from '../../src/adapters/git/fetching-git.ts';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import { openDatabase } from '../../src/adapters/store/open-database.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Letter } from '../../src/ingest/letter.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { scan } from '../../src/scan.ts';
import { readSettings } from '../../src/settings.ts';
import { readScanLimits } from '../../src/settings-scan.ts';
import { root } from '../house/tree.ts';
import { setup as buildAll } from '../support/built.ts';
import { compareThreads, ThreadsOfArchive } from './threads-of-archive.ts';

// How the service takes in a real epoch: `tsx test/bench/backfill.ts <epoch.git> --mails 20000 --appended 20`.
// The epoch is read in place; a repository of our own borrows its objects and shows as much of it as is asked for. The
// service is the built one, and what it says is in service.log beside its data (`--keep` leaves both).

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mails: { type: 'string', default: '20000' },
    appended: { type: 'string', default: '20' },
    keep: { type: 'boolean', default: false },
  },
});
const epoch = resolve(positionals[0] ?? '');
const [mails, appended] = [Number(values.mails), Number(values.appended)];
const POLL_SECONDS = 2;
const COMMITS_AT_ONCE = 500;

const home = mkdtempSync(join(tmpdir(), 'giveback-backfill-'));
const [data, list] = [join(home, 'data'), join(home, 'list')];
const bare = join(list, 'git', '0.git');
const git = (...args: string[]) =>
  execFileSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const commits = git('--git-dir', epoch, 'rev-list', '--reverse', '--topo-order', '--all').trim().split('\n');
mkdirSync(bare, { recursive: true });
git('init', '--quiet', '--bare', '--initial-branch=master', bare);
writeFileSync(join(bare, 'objects/info/alternates'), `${join(epoch, 'objects')}\n`);
const show = (count: number) =>
  git(
    '--git-dir',
    bare,
    'update-ref',
    'refs/heads/master',
    commits[Math.min(count, commits.length) - 1] ?? '',
  );
show(mails);

configure();
const CLI = copyOfBuilt();
const said = join(home, 'service.log');
const service = spawn(process.execPath, [CLI, 'serve', '--data', data], {
  stdio: ['ignore', 'ignore', openSync(said, 'w')],
  env: { ...process.env, REDIS_URL: '', DATABASE_URL: '' },
});
const store = await openStore({ file: join(data, 'giveback.sqlite') });
await measure();

async function measure(): Promise<void> {
  const begun = performance.now();
  const memory = await untilFiled(mails);
  const seconds = (performance.now() - begun) / 1_000;
  say(`${mails} mails filed in ${seconds.toFixed(0)} s: ${(mails / seconds).toFixed(0)} mails/s`);
  say(`ingest process, MB, each tenth of the way: ${memory.join(' ')}`);
  show(mails + appended);
  const later = performance.now();
  await untilFiled(mails + appended);
  say(
    `${appended} commits more filed after ${((performance.now() - later) / 1_000).toFixed(1)} s; polled every ${POLL_SECONDS} s`,
  );
  const counts = await store.countStates();
  const posts = Object.entries(counts).filter(([name]) => name.startsWith('outbox'));
  const dead = await store.listDead();
  say(`states: ${JSON.stringify(counts)}; posts: ${posts.length}; gave up: ${dead.length}`);
  const stopped = performance.now();
  const code = await ended(service);
  say(`asked to end: exit code ${code} after ${((performance.now() - stopped) / 1_000).toFixed(1)} s`);
  const failed = readFileSync(said, 'utf8').match(/"message":"(?:task|loop) failed".*/g) ?? [];
  say(`failed on the way: ${failed.length}${failed.slice(0, 3).map((line) => `\n  ${line}`)}`);
  say(`the audit log is broken at: ${await store.checkAudit()}`);
  await compareThreadsNow();
  await compare();
  await store.close();
  if (values.keep) say(`kept in ${home}`);
  else rmSync(home, { recursive: true, force: true });
}

/** The threads of the store beside those that the archive's own ids make. */
async function compareThreadsNow(): Promise<void> {
  const archive = new ThreadsOfArchive();
  const taken = commits.slice(0, mails + appended);
  for (let at = 0; at < taken.length; at += COMMITS_AT_ONCE) {
    const names = taken.slice(at, at + COMMITS_AT_ONCE).map((commit) => `${commit}:m`);
    for (const mail of await readBlobBytes(bare, names)) if (mail !== null) await archive.take(mail);
  }
  const { tables } = await openDatabase({ file: join(data, 'giveback.sqlite') }, () => {});
  const rows = await tables.selectFrom('letter').select(['key', 'thread']).execute();
  await tables.destroy();
  const stored = new Map(rows.map(({ key, thread }) => [key, thread]));
  const { threads, differing } = compareThreads(archive.threadOf(), stored);
  say(`letters: ${stored.size}; threads: ${threads.join(' in the archive, ')} in the store`);
  say(`letters whose threads differ: ${differing}`);
}

/** The same scan over what the store holds and over the archive: the same lines. */
async function compare(): Promise<void> {
  const cli = spawnSync(process.execPath, [CLI, 'scan', '--json', bare], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  say(`giveback scan: ${cli.stderr.trim().split('\n').at(-1)}`);
  const archive = cli.stdout
    .split('\n')
    .filter((line) => line !== '')
    .toSorted();
  const stored: string[] = [];
  for await (const { changeId: _changeId, ...series } of scan(
    storedLetters(),
    readSettings(),
    readScanLimits(),
  ))
    stored.push(JSON.stringify(series));
  const same = stored.toSorted().filter((line, index) => line === archive[index]).length;
  say(
    `series that claim performance: ${archive.length} by giveback scan, ${stored.length} from the store, ${same} equal`,
  );
}

async function* storedLetters(): AsyncGenerator<Letter> {
  const { tables } = await openDatabase({ file: join(data, 'giveback.sqlite') }, () => {});
  const { ingest: limits } = readSettings();
  const rows = await tables
    .selectFrom('document')
    .select('key')
    .orderBy('received_at_ms')
    .orderBy('key')
    .execute();
  for (const { key } of rows) {
    const document = await store.findDocument(key);
    if (document !== null) yield* (await readLetters(document.bytes, { limits, mime: mailparserMime })).value;
  }
  await tables.destroy();
}

/** A copy of its own: what is built anew meanwhile is not what is measured. */
function copyOfBuilt(): string {
  buildAll();
  const copy = join(root, 'node_modules/.cache', `giveback-backfill-${process.pid}`);
  for (const part of ['dist', 'config', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  return join(copy, 'dist/src/cli.js');
}

function configure(): void {
  mkdirSync(data);
  const limits = JSON.parse(readFileSync(join(root, 'config/service.json'), 'utf8'));
  // What was said years ago is not judged here: the figure is of taking in.
  const patient = { ...limits, quietPeriodMinutes: 100_000, pollSeconds: POLL_SECONDS, reconcileSeconds: 5 };
  writeFileSync(join(data, 'service.json'), JSON.stringify(patient));
  const web = JSON.parse(readFileSync(join(root, 'config/web.json'), 'utf8'));
  writeFileSync(join(data, 'web.json'), JSON.stringify({ ...web, port: 0, metricsPort: 0 }));
  const identity = { name: 'bot', address: 'bot@bot.example', domain: 'bot.example', url: null };
  const subscriptions = [{ kind: 'mirror', path: list }];
  writeFileSync(join(data, 'lists.json'), JSON.stringify({ identity, lists: { usb: { subscriptions } } }));
}

/** Until the cursor is at the tip and no mail waits. Gives the memory of the process, at each tenth of the way. */
async function untilFiled(count: number): Promise<readonly number[]> {
  const memory: number[] = [];
  const tip = git('--git-dir', bare, 'rev-parse', 'refs/heads/master').trim();
  for (;;) {
    const states = await store.countStates();
    const filed = states['document filed'] ?? 0;
    if (memory.length < Math.floor((10 * filed) / count)) memory.push(ingestMegabytes());
    const cursor = await store.readCursor(`usb mirror ${list}`);
    if ((states['document received'] ?? 0) === 0 && cursor?.includes(tip) === true) return memory;
    if (service.exitCode !== null) throw new Error('the service ended');
    await new Promise((wake) => setTimeout(wake, 500));
  }
}

function ingestMegabytes(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = readOf(`/proc/${pid}/cmdline`);
    if (!command.includes(data) || !command.includes('--queue\0ingest')) continue;
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readOf(`/proc/${pid}/status`))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1_024);
  }
  return 0;
}

function readOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return exit;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
