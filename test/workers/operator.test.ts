import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { PlannedEvaluation } from '../../src/ports/evaluation-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import { operatorAnswer } from '../../workers/operator.ts';
import { giveback } from '../cli/giveback.ts';
import { claimOf, reportOf } from '../support/reports.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { portsOf } from './ports-of.ts';

const MAIL = Buffer.from('From: ada@x\nMessage-ID: <root@x>\nSubject: usb\n\nhello\n');
const REQUEST = Buffer.from('From: ada@x\nMessage-ID: <pr-7@x>\nSubject: [PATCH 0/1] usb\n\nhello\n');

const ANSWERS = [
  [['explain', 'c1'], 'done', /the arithmetic is right/],
  [['explain', 'c9'], 'done', /There is no claim of that name; there are: c1/],
  [['why-silent'], 'done', /\S/],
  [['cancel'], 'done', /Nothing waited/],
  [['assume', 'speed=3'], 'not understood', /the figures are irqNs/],
  [['base', 'usb-next', 'abc'], 'not understood', /no tree is set up here/],
  [['withdraw', 'p-1', '3', 'misread'], 'not understood', /no mail of that name has left/],
  [['explain'], 'unreadable', /it is "explain <claim>"/],
  [['frobnicate'], 'unreadable', /there is no command "frobnicate"/],
  [['dispute', 'c1', 'x'.repeat(600)], 'unreadable', /it is too long/],
] as const;

describe.skipIf(!sqliteRuns)('a command at a shell', () => {
  let folder = '';
  let store: Store;
  let nowMs = 1_000;
  const report = reportOf({ claims: [claimOf({ because: 'the arithmetic is right' })] });
  const evaluate = async () => ({ report, mails: [] });
  const ports = () => ({ ...portsOf({ store, clock: () => nowMs, evaluate }) });
  const asks = (subject: string, ...words: readonly string[]) => operatorAnswer({ subject, words }, ports());

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-operator-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
    await filed('usb', null, MAIL);
    await filed('github:owner/usb', `owner/usb#7@${'a'.repeat(40)}`, REQUEST);
    nowMs += 3_600_000;
    for (const { key } of await due()) await ensureEvaluated(key, ports());
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function filed(list: string, topic: string | null, bytes: Uint8Array): Promise<void> {
    const key = documentKey(list, topic, bytes);
    await store.receive({ key, list, topic, bytes }, nowMs);
    await ensureFiled(key, ports());
  }
  async function due() {
    return (await store.listDue(nowMs)).filter(({ queue }) => queue === 'evaluate');
  }
  async function planned(): Promise<readonly (PlannedEvaluation | null)[]> {
    return Promise.all((await due()).map(({ key }) => store.findEvaluation(key)));
  }

  it.each([
    ['a Message-ID', () => '<root@x>', 'usb'],
    ['an address', () => 'https://archive.example/usb/root@x/', 'usb'],
    ['a file', () => join(folder, 'mail.eml'), 'usb'],
    ['a request', () => 'owner/usb#7', 'github:owner/usb'],
    ['the page of a request', () => 'https://forge.example/owner/usb/pull/7', 'github:owner/usb'],
  ])('is about the thread of %s', async (_what, subject, list) => {
    writeFileSync(join(folder, 'mail.eml'), MAIL);
    expect(await asks(subject(), 'rerun')).toMatchObject({ did: 'started' });
    expect((await planned()).map((run) => [run?.list, run?.run])).toEqual([[list, 2]]);
  });

  it('plans a second report with figures, and lays no series under it without a tree', async () => {
    await asks('root@x', 'assume', 'lockNs=20');
    expect(await asks('root@x', 'depends', '<pr-7@x>')).toMatchObject({ did: 'not understood' });
    expect((await planned()).map((run) => run?.asked?.assume)).toEqual([{ lockNs: 20 }]);
  });

  it('is answered there, and nothing is posted', async () => {
    const replies = async () => (await store.listDue(nowMs)).filter(({ queue }) => queue === 'reply').length;
    const before = await replies();
    const answers = await Promise.all(ANSWERS.map(([words]) => asks('root@x', ...words)));
    for (const [at, [words, did, says]] of ANSWERS.entries()) {
      expect([words, answers[at]?.did]).toEqual([words, did]);
      expect(answers[at]?.says.join('\n')).toMatch(says);
    }
    expect(await replies()).toBe(before);
  });

  it('is kept with who gave it, and obeyed as often as it is given', async () => {
    await asks('root@x', 'stop');
    await asks('root@x', 'start');
    await asks('root@x', 'stop');
    const thread = (await store.findThread('root@x')) ?? '';
    expect(await store.isMuted([thread])).toBe(true);
    expect(await store.countThreadCommands(thread, 0)).toBe(3);
  });

  it('about a whole list names the list, or a mail on it', async () => {
    expect(await asks('usb', 'stop', 'list')).toMatchObject({ did: 'done' });
    expect(await store.isMuted(['usb'])).toBe(true);
    await asks('root@x', 'start', 'list');
    expect(await store.isMuted(['usb'])).toBe(false);
    expect(await asks('usb', 'stop')).toMatchObject({ did: 'unknown thread' });
  });

  it.each(['nobody@x', 'owner/usb#8'])('about %s is about nothing', async (subject) => {
    expect(await asks(subject, 'rerun')).toMatchObject({ did: 'unknown thread' });
  });

  it('has its word and its exit code from the command line', () => {
    const run = (...args: readonly string[]) => giveback([...args, '--data', folder]);
    expect(run('explain', 'root@x', 'c1')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^c1, disk read: the arithmetic is right/),
    });
    expect(run('assume', 'root@x', 'speed=3')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^giveback: root@x: the figures are irqNs/),
    });
  });
});
