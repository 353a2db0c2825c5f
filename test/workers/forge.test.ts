import { createHmac, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evaluateInChild } from '../../src/adapters/evaluator/child-evaluator.ts';
import { Github } from '../../src/adapters/forge/github.ts';
import { checkReceiver, commentReceiver } from '../../src/adapters/forge/receivers.ts';
import { startWebhookServer } from '../../src/adapters/forge/webhook-server.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { splitMails } from '../../src/adapters/subscription/split-mails.ts';
import type { Store } from '../../src/ports/store.ts';
import { readDelivery } from '../../src/service/forge-event.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureHandled } from '../../workers/forge.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import { ensurePolled, repositoriesOf } from '../../workers/poll-forge.ts';
import type { WorkerPorts } from '../../workers/ports.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { ensureReply } from '../../workers/reply.ts';
import { root } from '../house/tree.ts';
import { CHILD } from '../support/built.ts';
import { GithubServer } from '../support/github-server.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { portsOf } from './ports-of.ts';

const HEAD = 'a'.repeat(40);
const LIMITS = { deadlineSeconds: 170, memoryMegabytes: 1_024 };
const SECRET = 'a secret of the test';
const REPOSITORY = 'owner/usb';

/** The mails of an example thread as the patches of a pull request. */
function patchesOf(slug: string): string {
  const mails = splitMails(readFileSync(join(root, 'test/threads', slug, 'thread.mbox')));
  const patches = mails.filter((mail) => mail.includes('\ndiff --git '));
  return patches.map((mail) => `From ${HEAD} Mon Sep 17 00:00:00 2001\n${mail.toString('utf8')}\n`).join('');
}

describe.skipIf(!sqliteRuns)('a pull request', () => {
  let folder = '';
  let store: Store;
  let server: GithubServer;
  let github: Github;
  let ports: WorkerPorts;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gb-forge-'));
    store = await openStore({ file: join(folder, 'giveback.sqlite') });
    const patches = patchesOf('xhci-flag-forgotten');
    server = new GithubServer({ head: HEAD, title: 'xhci: faster', body: 'It is.', login: 'ada', patches });
    github = new Github({ baseUrl: await server.start(), access: { token: 'a token' }, requestMs: 20_000 });
    const receivers = {
      comment: commentReceiver(github, 30_000),
      'check-run': checkReceiver(github, 30_000),
    };
    const evaluate: WorkerPorts['evaluate'] = (request) => evaluateInChild(CHILD, request, LIMITS);
    const given = portsOf({ store, receivers, evaluate });
    const usb = given.service.lists['usb'];
    if (usb === undefined) throw new Error('no list');
    const lists = { [`github:${REPOSITORY}`]: { ...usb, stage: 'list' as const } };
    ports = { ...given, service: { ...given.service, lists } };
  });
  afterEach(async () => {
    await server.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const changed = (action = 'opened') =>
    ({ action, repository: { full_name: REPOSITORY }, pull_request: { number: 7 } }) as const;
  const commented = (login: string, body: string, id = 1) => ({
    action: 'created',
    repository: { full_name: REPOSITORY },
    issue: { number: 7, user: { login: 'ada' }, pull_request: {} },
    comment: { id, body, user: { login, type: 'User' } },
  });
  const delivered = async (event: string, payload: unknown) => {
    const read = readDelivery(event, payload);
    if (read !== null) await ensureHandled(read, github, ports);
  };
  /** What the queue would bring, until there is nothing more. */
  const worked = async () => {
    for (let rounds = 0; rounds < 20; rounds++) {
      const due = await store.listDue(ports.clock());
      if (due.length === 0) return;
      for (const { queue, key } of due) {
        if (queue === 'ingest') await ensureFiled(key, ports);
        if (queue === 'evaluate') await ensureEvaluated(key, ports);
        if (queue === 'reply') await ensureReply(key, ports).catch(() => {});
      }
    }
  };

  it('gets one check and one comment, however often it is delivered', async () => {
    await delivered('pull_request', changed());
    await delivered('pull_request', changed());
    await worked();
    expect(server.checks).toHaveLength(1);
    expect(server.checks[0]).toMatchObject({ head_sha: HEAD, conclusion: 'neutral' });
    expect(server.comments.map(({ body }) => body.split('\n')[1])).toEqual([
      expect.stringMatching(/^### giveback: /),
    ]);
    const [stored] = await store.listReports(1);
    expect(stored?.report).toMatchObject({ outcome: 'hazard', input: { kind: 'pull-request' } });
  });

  /** What the processes of a service do beside each other: posts leave while others work. */
  const replied = async () => {
    for (const { queue, key } of await store.listDue(ports.clock()))
      if (queue === 'reply') await ensureReply(key, ports).catch(() => {});
  };
  const filed = async () => {
    for (const { queue, key } of await store.listDue(ports.clock()))
      if (queue === 'ingest') await ensureFiled(key, ports);
  };
  const evaluated = async (evaluate: WorkerPorts['evaluate'] = ports.evaluate) => {
    for (const { queue, key } of await store.listDue(ports.clock()))
      if (queue === 'evaluate') await ensureEvaluated(key, { ...ports, evaluate });
  };
  const shown = () => server.checks.map(({ status, conclusion }) => conclusion ?? status);

  it('has a check that waits, is at work, and ends with the verdict: one, and as GitHub describes it', async () => {
    await delivered('pull_request', changed());
    await filed();
    await replied();
    expect(shown()).toEqual(['queued']);
    const during: unknown[] = [];
    await evaluated(async (...asked) => {
      await replied();
      during.push(...shown());
      await delivered('pull_request', changed());
      return ports.evaluate(...asked);
    });
    expect(during).toEqual(['in_progress']);
    await replied();
    await worked();
    expect(shown()).toEqual(['neutral']);
    await delivered('issue_comment', commented('ada', '/giveback rerun'));
    await evaluated(async (...asked) => {
      await replied();
      during.push(...shown());
      return ports.evaluate(...asked);
    });
    expect(during).toEqual(['in_progress', 'neutral']);
    await worked();
    expect(server.checks).toHaveLength(1);
    expect(server.violations).toEqual([]);
  });

  it('has no check that promises a verdict for ever: it was called off, failed, or a newer head came', async () => {
    const given = async () => {
      await delivered('pull_request', changed('synchronize'));
      await filed();
      await replied();
      await replied();
    };
    await given();
    server.request = { ...server.request, head: 'b'.repeat(40) };
    await given();
    await reconcile(ports);
    await replied();
    expect(shown()).toEqual(['cancelled', 'queued']);
    await delivered('issue_comment', commented('ada', '/giveback cancel'));
    await reconcile(ports);
    await replied();
    expect(shown()).toEqual(['cancelled', 'cancelled']);
    server.request = { ...server.request, head: 'c'.repeat(40) };
    await given();
    const [{ key = '' } = {}] = (await store.listDue(ports.clock())).filter(
      ({ queue }) => queue === 'evaluate',
    );
    await store.bury({ queue: 'evaluate', key }, 'it failed', ports.clock());
    await reconcile(ports);
    await reconcile(ports);
    await replied();
    expect(shown()).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await store.redrive({ queue: 'evaluate', key }, ports.clock())).toBe(true);
    await worked();
    expect(shown()).toEqual(['cancelled', 'cancelled', 'neutral']);
    expect(server.violations).toEqual([]);
  });

  it('has no check at all while posting is stopped, and then the verdict alone', async () => {
    let isStopped = true;
    ports = { ...ports, isStopped: () => isStopped };
    await delivered('pull_request', changed());
    await filed();
    await replied();
    server.request = { ...server.request, head: 'b'.repeat(40) };
    await delivered('pull_request', changed('synchronize'));
    await filed();
    await reconcile(ports);
    await evaluated();
    await replied();
    expect(server.checks).toEqual([]);
    isStopped = false;
    await worked();
    expect(shown()).toEqual(['neutral']);
    expect(server.checks[0]?.head_sha).toBe('b'.repeat(40));
  });

  it('is never told of a step after its verdict, whatever is tried again', async () => {
    await delivered('pull_request', changed());
    await filed();
    const [queued] = await store
      .listDue(ports.clock())
      .then((due) => due.filter(({ queue }) => queue === 'reply'));
    const row = await store.findPost(queued?.key ?? '');
    const claimed = row === null ? null : await store.claim(row, ports.clock() - 3_600_000);
    await evaluated();
    const posts = await Promise.all(
      (await store.listDue(ports.clock())).map(({ key }) => store.findPost(key)),
    );
    const verdict = posts.find((post) => post?.channel === 'check-run' && post.key !== row?.key);
    expect(claimed?.fence).toBe(1);
    expect(verdict === null || verdict === undefined ? null : await store.claim(verdict, 1)).toBeNull();
    await worked();
    expect(shown()).toEqual(['neutral']);
    expect(await store.listDue(ports.clock())).toEqual([]);
  });

  it('has its comment edited for a new head, and its check made anew', async () => {
    await delivered('pull_request', changed());
    await worked();
    server.request = { ...server.request, head: 'b'.repeat(40) };
    await delivered('pull_request', changed('synchronize'));
    await worked();
    expect(server.checks.map(({ head_sha }) => head_sha)).toEqual([HEAD, 'b'.repeat(40)]);
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body).toContain(`head=${'b'.repeat(40)}`);
  });

  it('gets no second comment when GitHub breaks off after it took the first', async () => {
    server.breakAfter = 2;
    await delivered('pull_request', changed());
    await worked();
    ports = { ...ports, clock: () => Date.now() + 3_600_000 };
    await worked();
    expect([server.checks.length, server.comments.length]).toEqual([1, 1]);
    expect(await store.listDue(Date.now())).toEqual([]);
  });

  it('is not fooled by a marker that somebody pasted', async () => {
    server.say('mallory', '<!-- giveback:v1 key=pr/7 head=none digest=none -->\nmine');
    await delivered('pull_request', changed());
    await worked();
    expect(server.comments.map(({ user }) => user.login)).toEqual(['mallory', 'giveback[bot]']);
  });

  it('is judged again by a command of its author, once for each comment', async () => {
    await delivered('pull_request', changed());
    await worked();
    await delivered('issue_comment', commented('ada', '/giveback rerun\nplease'));
    await delivered('issue_comment', commented('ada', '/giveback rerun\nplease'));
    await worked();
    expect(server.reactions).toEqual(['1 rocket']);
    expect((await store.listReports(10)).map(({ run }) => run).toSorted()).toEqual([1, 2]);
    expect(server.comments).toHaveLength(1);
  });

  it('answers what it is asked, and nobody who may not ask', async () => {
    await delivered('pull_request', changed());
    await worked();
    await delivered('issue_comment', commented('mallory', '/giveback rerun', 1));
    await delivered('issue_comment', commented('mallory', '/giveback frobnicate', 2));
    await delivered('issue_comment', commented('mallory', 'I like /giveback rerun', 3));
    await delivered('issue_comment', commented('mallory', '/giveback help', 4));
    server.writers.add('grace');
    await delivered('issue_comment', commented('grace', '/giveback rerun', 5));
    await worked();
    expect(server.reactions).toEqual(['1 -1', '2 confused', '4 +1', '5 rocket']);
    expect(server.comments.map(({ body }) => body.includes('/giveback dispute &lt;claim'))).toContain(true);
    expect(server.comments).toHaveLength(2);
  });

  it('is found without a webhook too, with the commands on it, each once', async () => {
    server.say('ada', '/giveback help');
    server.say('ada', 'what a day');
    await ensurePolled(REPOSITORY, github, ports);
    await ensurePolled(REPOSITORY, github, ports);
    await worked();
    expect(server.reactions).toEqual(['101 +1']);
    expect([server.checks.length, (await store.listReports(10)).length]).toEqual([1, 1]);
    expect(repositoriesOf(ports.service)).toEqual([REPOSITORY]);
  });

  it('is judged again by a button of its check, once for each press, and by who may', async () => {
    await delivered('pull_request', changed());
    await worked();
    const pressed = (login: string, identifier: string) => ({
      ...{ action: 'requested_action', repository: { full_name: REPOSITORY } },
      ...{ check_run: { id: 9, external_id: 'pr/7' }, requested_action: { identifier } },
      sender: { login, type: 'User' },
    });
    const press = async (login: string, identifier: string, delivery: string) => {
      const read = readDelivery('check_run', pressed(login, identifier), delivery);
      if (read !== null) await ensureHandled(read, github, ports);
    };
    await press('ada', 'rerun', 'd-1');
    await worked();
    await press('ada', 'rerun', 'd-1');
    await press('mallory', 'rerun', 'd-2');
    await press('mallory', 'frobnicate', 'd-3');
    await worked();
    expect((await store.listReports(10)).map(({ run }) => run).toSorted()).toEqual([1, 2]);
    await press('mallory', 'explain c1', 'd-4');
    await worked();
    expect(server.comments).toHaveLength(2);
  });

  it('is read by an app with a token of its installation, which its key pays for', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    const access = { appId: '7', privateKey: pem };
    const app = new Github({ baseUrl: server.url, access, requestMs: 20_000 });
    server.authorizations.clear();
    expect((await app.readRequest(REPOSITORY, 7)).head).toBe(HEAD);
    expect([...server.authorizations].map((one) => one.split('.')[0]?.slice(0, 30)).toSorted()).toEqual([
      expect.stringMatching(/^bearer eyJ/),
      'token ghs_of_the_installation',
    ]);
  });

  it('falls silent with its whole repository, for those who decide for it alone', async () => {
    server.writers.add('grace');
    server.admins.add('greta');
    await delivered('issue_comment', commented('ada', '/giveback stop repo', 1));
    await delivered('issue_comment', commented('grace', '/giveback stop repo', 2));
    expect(await store.isMuted([`github:${REPOSITORY}`])).toBe(false);
    await delivered('issue_comment', commented('greta', '/giveback stop repo', 3));
    expect(await store.isMuted([`github:${REPOSITORY}`])).toBe(true);
    await delivered('issue_comment', commented('greta', '/giveback start repo', 4));
    expect(await store.isMuted([`github:${REPOSITORY}`])).toBe(false);
    expect(server.reactions).toEqual(['1 -1', '2 -1', '3 +1', '4 +1']);
  });

  it('gets its comment whatever was found, when those who decide for the repository want it', async () => {
    server.file = 'comment: never\n';
    server.admins.add('greta');
    await delivered('pull_request', changed());
    await worked();
    expect(server.comments).toHaveLength(0);
    await delivered('issue_comment', commented('ada', '/giveback publish', 1));
    await delivered('issue_comment', commented('greta', '/giveback publish', 2));
    await worked();
    expect(server.reactions).toEqual(['1 -1', '2 +1']);
    expect(server.comments.map(({ body }) => body.startsWith('<!-- giveback:v1 key=pr/7'))).toEqual([true]);
  });

  it('is not moved by a flood of commands, nor by one that is delivered again and again (T-H2, T-H6)', async () => {
    await delivered('pull_request', changed());
    for (let times = 0; times < 30; times++)
      await delivered('issue_comment', commented('ada', '/giveback rerun', 1));
    for (let id = 2; id < 20; id++)
      await delivered('issue_comment', commented('ada', '/giveback why-silent', id));
    const { commandsPerActorHour } = ports.service.limits.caps;
    const taken = (await store.listAudit(200)).filter(({ what }) => what === 'command');
    expect(taken).toHaveLength(commandsPerActorHour);
    expect(server.reactions.filter((one) => one.startsWith('1 '))).toHaveLength(1);
    expect(server.reactions.at(-1)).toBe('19 confused');
  });

  it('of a repository that is not among the lists is not looked at (T-H12)', async () => {
    ports = { ...ports, service: { ...ports.service, lists: {} } };
    await delivered('pull_request', changed());
    await delivered('issue_comment', commented('ada', '/giveback rerun', 1));
    await worked();
    expect([server.seen, server.reactions]).toEqual([[], []]);
  });

  it('falls silent when somebody asks for it, until a writer takes that back', async () => {
    await delivered('issue_comment', commented('bob', '/giveback stop', 1));
    await delivered('pull_request', changed());
    await worked();
    expect([server.checks.length, server.comments.length]).toEqual([0, 0]);
    await delivered('issue_comment', commented('bob', '/giveback start', 2));
    server.writers.add('grace');
    await delivered('issue_comment', commented('grace', '/giveback start', 3));
    server.request = { ...server.request, head: 'c'.repeat(40) };
    await delivered('pull_request', changed('synchronize'));
    await worked();
    expect(server.reactions).toEqual(['1 +1', '2 -1', '3 +1']);
    expect(server.comments).toHaveLength(1);
  });
});

describe.skipIf(!sqliteRuns)('the webhook', () => {
  let server: Server;
  let url = '';
  const seen: string[] = [];
  beforeAll(async () => {
    server = await startWebhookServer({ secret: SECRET, port: 0, host: '127.0.0.1' }, async (event) => {
      seen.push(event);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/github`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const post = async (body: string, secret = SECRET, to = url) => {
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'x-hub-signature-256': signature, 'x-github-event': 'ping' };
    return (await fetch(to, { method: 'POST', body, headers })).status;
  };

  it('takes what is signed over its very bytes, and nothing else', async () => {
    expect(await post('{"a": 1}')).toBe(202);
    expect(await post('{"a": 1}', 'another secret')).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(await post('{"a"')).toBe(400);
    expect(await post('{}', SECRET, url.replace('/github', '/other'))).toBe(404);
    expect(seen).toEqual(['ping']);
  });

  it('takes the secret of before as well while it is exchanged, and nothing without one', async () => {
    const place = { secret: SECRET, oldSecret: 'the one before', port: 0, host: '127.0.0.1' };
    const both = await startWebhookServer(place, async () => {});
    const to = `http://127.0.0.1:${(both.address() as AddressInfo).port}/github`;
    const answers = [];
    for (const secret of [SECRET, 'the one before', 'another', ''])
      answers.push(await post('{}', secret, to));
    expect(answers).toEqual([202, 202, 401, 401]);
    await new Promise((resolve) => both.close(resolve));
  });

  it('stops reading what is too large', async () => {
    const status = await post('x'.repeat(6 * 1024 * 1024)).catch(() => 'closed');
    expect([413, 'closed']).toContain(status);
    expect(seen).toEqual(['ping']);
  });
});
