import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { splitMails } from '../../src/adapters/subscription/split-mails.ts';
import type { Store } from '../../src/ports/store.ts';
import { root } from '../house/tree.ts';
import { CLI } from '../support/built.ts';
import { Inbox } from '../support/inbox.ts';
import { hasRedis, until } from '../support/redis-binary.ts';
import { sqliteRuns } from '../support/sqlite.ts';

const mailsOf = (slug: string) => splitMails(readFileSync(join(root, 'test/threads', slug, 'thread.mbox')));

const ALONE = { ...process.env, REDIS_URL: '', DATABASE_URL: '' };

describe.skipIf(!hasRedis || !sqliteRuns)(
  'giveback serve (skipped where redis-server is not installed)',
  () => {
    let home = '';
    let data = '';
    let maildir = '';
    let inbox: Inbox;
    let service: ChildProcess;
    let store: Store;

    const giveback = (...args: string[]) =>
      spawnSync(process.execPath, [CLI, ...args, '--data', data], { encoding: 'utf8', env: ALONE });
    const serve = () =>
      spawn(process.execPath, [CLI, 'serve', '--data', data], { stdio: 'ignore', env: ALONE });
    const reports = async () => (await store.listReports(100)).length;

    beforeAll(async () => {
      home = mkdtempSync(join(tmpdir(), 'gb-'));
      data = join(home, 'data');
      maildir = join(home, 'maildir');
      for (const folder of ['new', 'cur', 'tmp']) mkdirSync(join(maildir, folder), { recursive: true });
      inbox = new Inbox(join(home, 'list'));
      configure();
      service = serve();
      store = await openStore({ file: join(data, 'giveback.sqlite') });
    });
    afterAll(async () => {
      service.kill('SIGKILL');
      await store.close();
      rmSync(home, { recursive: true, force: true });
    });

    function configure(): void {
      mkdirSync(data, { recursive: true });
      cpSync(join(root, 'config/service.json'), join(data, 'service.json'));
      const limits = JSON.parse(readFileSync(join(data, 'service.json'), 'utf8'));
      const eager = { ...limits, quietPeriodMinutes: 0.02, pollSeconds: 0.5, reconcileSeconds: 0.5 };
      writeFileSync(join(data, 'service.json'), JSON.stringify(eager));
      const subscriptions = [
        { kind: 'maildir', path: maildir },
        { kind: 'public-inbox', url: inbox.url },
      ];
      const web = JSON.parse(readFileSync(join(root, 'config/web.json'), 'utf8'));
      writeFileSync(join(data, 'web.json'), JSON.stringify({ ...web, port: 0, metricsPort: 0 }));
      const identity = { name: 'bot', address: 'bot@bot.example', domain: 'bot.example', url: null };
      writeFileSync(
        join(data, 'lists.json'),
        JSON.stringify({ identity, lists: { usb: { subscriptions } } }),
      );
    }

    it('evaluates what a drop folder and an archive bring, and lets nothing leave', async () => {
      for (const [at, mail] of mailsOf('xhci-flag-forgotten').entries())
        writeFileSync(join(maildir, 'new', `${at}.host`), mail);
      for (const mail of mailsOf('pwc-kmalloc')) inbox.add(0, mail.toString('latin1'));
      await until('two reports', async () => (await reports()) >= 2);
      await until(
        'the draft',
        () => existsSync(join(data, 'outbox')) && readdirSync(join(data, 'outbox')).length > 0,
      );
      const drafts = readdirSync(join(data, 'outbox'));
      expect(drafts).toHaveLength(1);
      const draft = readFileSync(join(data, 'outbox', drafts[0] ?? ''), 'utf8');
      expect(draft).toContain('Auto-Submitted: auto-replied');
      expect(await store.checkAudit()).toBeNull();
    });

    it('goes on after its processes were killed, and says nothing twice', async () => {
      service.kill('SIGKILL');
      await until('the old one let go', () => !existsSync(`/proc/${service.pid}`));
      for (const pid of workersOf(data)) process.kill(pid, 'SIGKILL');
      service = serve();
      for (const mail of mailsOf('xhci-drop-kept')) inbox.add(0, mail.toString('latin1'));
      await until('a third report', async () => (await reports()) >= 3);
      expect(readdirSync(join(data, 'outbox')).length).toBe(1);
    });

    it('answers its operator', async () => {
      const [mail] = mailsOf('pwc-kmalloc');
      const id = /^message-id: *<([^>]+)>/im.exec(mail?.toString() ?? '')?.[1] ?? '';
      const before = await reports();
      expect(giveback('rerun', id)).toMatchObject({
        status: 0,
        stdout: 'a run is planned\n',
      });
      await until('one report more', async () => (await reports()) > before);
      expect(giveback('rerun', 'nobody@x')).toMatchObject({ status: 3 });
      expect(giveback('why-silent', id).stdout).toMatch(/the outcome is supported/);
      expect(giveback('stop').status).toBe(0);
      expect(giveback('status').stdout).toMatch(/^Posting is stopped/);
      expect(giveback('doctor')).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('ok     queue'),
      });
      expect(giveback('start').status).toBe(0);
      expect(giveback('doctor')).toMatchObject({ status: 0 });
      const status = JSON.parse(giveback('status', '--json').stdout);
      expect(status).toMatchObject({ isStopped: false, dead: [], held: [] });
    });

    it('takes a mail from a pipe', async () => {
      const before = await reports();
      const [mail] = mailsOf('ax-above-wire-limit');
      const args = [CLI, 'receive', 'usb', '--data', data];
      const pipe = () =>
        spawnSync(process.execPath, args, { input: mail, encoding: 'utf8', env: ALONE }).stdout;
      expect([pipe(), pipe()]).toEqual(['1 of 1 mails are new\n', '0 of 1 mails are new\n']);
      await until('one report more', async () => (await reports()) > before);
    });

    it('ends when it is asked to, and takes its Redis along', async () => {
      const ended = new Promise((resolve) => service.once('exit', resolve));
      service.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(workersOf(data)).toEqual([]);
      expect(giveback('worker')).toMatchObject({ status: 1 });
    });
  },
);

/** Processes that name the data directory in their command line, beside this one. */
function workersOf(data: string): readonly number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((pid) => pid !== process.pid && commandOf(pid).includes(data));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
