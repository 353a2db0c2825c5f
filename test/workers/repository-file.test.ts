import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Github } from '../../src/adapters/forge/github.ts';
import { checkReceiver, commentReceiver } from '../../src/adapters/forge/receivers.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { wishesHeader, wishesIn } from '../../src/service/repository-policy.ts';
import { readRepositoryFile } from '../../src/settings/repository-file.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureHandled } from '../../workers/forge.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import type { WorkerPorts } from '../../workers/ports.ts';
import { ensureReply } from '../../workers/reply.ts';
import { GithubServer } from '../support/github-server.ts';
import { reportOf } from '../support/reports.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { portsOf } from './ports-of.ts';

describe('the file of a repository', () => {
  it.each([
    ['', { mute: false, gate: false, comment: 'findings', notice: null }],
    ['# nothing\n', { mute: false, gate: false, comment: 'findings', notice: null }],
    ['gate: true\ncomment: never\n', { mute: false, gate: true, comment: 'never', notice: null }],
    ['{"mute": true}', { mute: true, gate: false, comment: 'findings', notice: null }],
  ])('%j is followed', (text, expected) => {
    expect(readRepositoryFile(text)).toEqual(expected);
  });

  it.each([
    ['mute: [', /./],
    ['mute: perhaps', /^mute: .*boolean/],
    ['mute: true\nmuet: true', /muet/],
    ['mute: true\nmute: false', /unique/],
    ['- gate', /object/],
    ['a: &a [1]\nb: *a', /object|alias/],
    [`# ${'x'.repeat(5_000)}`, /longer than 4096/],
  ])('%j is told of, and keeps us from commenting', (text, because) => {
    expect(readRepositoryFile(text)).toMatchObject({ comment: 'never', gate: false });
    expect(readRepositoryFile(text).notice).toMatch(because);
  });

  it('has an answer whatever it holds, and comes out of the headers as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readRepositoryFile(text);
        const [header = 'Subject: x'] = wishesHeader(read);
        expect(header).toMatch(/^[ -~]{1,990}$/);
        expect(wishesIn(Buffer.from(`From: a\n${header}\n\nbody`))).toEqual(read);
      }),
    );
  });

  it('is not looked for in what somebody wrote', () => {
    const [header = ''] = wishesHeader({ mute: true, gate: true, comment: 'never', notice: null });
    expect(wishesIn(Buffer.from(`From: a\n\n${header}\n\n`)).mute).toBe(false);
  });
});

const HEAD = 'a'.repeat(40);

describe.skipIf(!sqliteRuns)('a pull request of a repository with a file', () => {
  let folder = '';
  let store: Store;
  let server: GithubServer;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-file-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
    server = new GithubServer({
      head: HEAD,
      title: 'xhci: faster',
      body: 'It is.',
      login: 'ada',
      patches: '',
    });
    await server.start();
  });
  afterEach(async () => {
    await server.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const answered = async (file: string | null) => {
    server.file = file;
    const github = new Github({ baseUrl: server.url, access: { token: 'a token' }, requestMs: 20_000 });
    const receivers = { comment: commentReceiver(github, 0), 'check-run': checkReceiver(github, 0) };
    const report = reportOf({ outcome: 'contradicted' });
    const given = portsOf({ store, receivers, evaluate: async () => ({ report, mails: [] }) });
    const usb = given.service.lists['usb'];
    if (usb === undefined) throw new Error('no list');
    const lists = { 'github:owner/usb': { ...usb, stage: 'list' as const } };
    const ports: WorkerPorts = { ...given, service: { ...given.service, lists } };
    await ensureHandled({ kind: 'request', repository: 'owner/usb', number: 7 }, github, ports);
    for (let rounds = 0; rounds < 4; rounds++) await worked(ports);
    return { check: server.checks[0], checks: server.checks.length, comments: server.comments.length };
  };
  const worked = async (ports: WorkerPorts) => {
    for (const { queue, key } of await store.listDue(ports.clock())) {
      if (queue === 'ingest') await ensureFiled(key, ports);
      if (queue === 'evaluate') await ensureEvaluated(key, ports);
      if (queue === 'reply') await ensureReply(key, ports);
    }
  };

  it.each([
    ['no file', null, { checks: 1, comments: 1, check: { conclusion: 'neutral' } }],
    ['a gate', 'gate: true', { checks: 1, comments: 1, check: { conclusion: 'failure' } }],
    ['no wish for comments', 'comment: never', { checks: 1, comments: 0, check: { conclusion: 'neutral' } }],
    ['a mute', 'mute: true', { checks: 0, comments: 0 }],
  ])('with %s is answered so', async (_what, file, expected) => {
    expect(await answered(file)).toMatchObject(expected);
  });

  it('with a file that can not be read has a check that tells of it, and no comment', async () => {
    const { check, checks, comments } = await answered('mute: <b>perhaps</b>');
    expect([checks, comments, check?.conclusion]).toEqual([1, 0, 'neutral']);
    expect(check?.output.summary).toMatch(/\.github\/giveback\.yml is not followed: mute: .*boolean/);
  });
});
