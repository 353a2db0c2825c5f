import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formProof } from '../../../src/adapters/web/guard.ts';
import type { PlannedPost } from '../../../src/ports/outbox-store.ts';
import { addressKey, evaluationKey } from '../../../src/service/job-keys.ts';
import { reportOf } from '../../support/reports.ts';
import { sqliteRuns } from '../../support/sqlite.ts';
import { storeReport } from '../../support/stored-report.ts';
import { basic, bearer, startWebService, type WebService, webSettings } from '../../support/web-service.ts';

const post = (thread: string): PlannedPost => ({
  ...{ key: `p-${thread.slice(2)}`, channel: 'directory', target: 'x.eml', list: 'usb', thread },
  ...{ body: 'x', state: 'held', because: 'an operator has to release it' },
});

type Headers = Readonly<Record<string, string>>;

describe.skipIf(!sqliteRuns)('what changes something (T-W4)', () => {
  let service: WebService;
  let thread = '';
  let path = '';

  beforeAll(async () => {
    service = await startWebService({ actionsPerMinute: 1_000 });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    thread = await storeReport(service.store, {
      ...{ list: 'usb', report: reportOf(), nowMs: 1, posts: (key) => [post(key)] },
    });
    path = `/evaluations/${evaluationKey(thread, 1)}/rerun`;
  });

  const own = (): Headers => ({ origin: service.url });
  const proofOf = (where: string) => `proof=${formProof(where, service.ports.settings)}`;
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const ask = (where: string, headers: Headers, body = '', method = 'POST') =>
    fetch(service.url + where, {
      ...{ method, redirect: 'manual', headers: { ...FORM, ...headers } },
      ...(method === 'GET' ? {} : { body }),
    });
  const isPlanned = async () =>
    (await service.store.findEvaluation(evaluationKey(thread, 2)))?.state === 'planned';

  it.each<[string, number, () => readonly [headers: Headers, body: string, method?: string]]>([
    ['a GET', 404, () => [{ ...basic, ...own() }, '', 'GET']],
    ['nobody', 401, () => [own(), proofOf(path)]],
    ['a wrong token', 401, () => [{ ...own(), authorization: 'Bearer open-sesam' }, proofOf(path)]],
    ['an empty token', 401, () => [{ ...own(), authorization: 'Bearer ' }, proofOf(path)]],
    ['the hash of the token', 401, () => [{ authorization: `Bearer ${webSettings().tokenSha256}` }, '']],
    ['a cookie', 401, () => [{ ...own(), cookie: 'token=open-sesame' }, proofOf(path)]],
    ['another site', 403, () => [{ ...basic, origin: 'https://evil.example' }, proofOf(path)]],
    ['a site of nobody', 403, () => [{ ...basic, origin: 'null' }, proofOf(path)]],
    ['no origin', 403, () => [basic, proofOf(path)]],
    ['another port', 403, () => [{ ...basic, origin: 'http://127.0.0.1:1' }, proofOf(path)]],
    ['a cross-site form', 403, () => [{ ...basic, ...own(), 'sec-fetch-site': 'cross-site' }, proofOf(path)]],
    ['a form without its proof', 403, () => [{ ...basic, ...own() }, '']],
    ['the proof of another form', 403, () => [{ ...basic, ...own() }, proofOf('/posting/stop')]],
    ['a body that is too large', 413, () => [{ ...basic, ...own() }, 'x'.repeat(70_000)]],
  ])('%s is refused with %i, and nothing is planned', async (_, status, given) => {
    const [headers, body, method] = given();
    expect((await ask(path, headers, body, method)).status).toBe(status);
    expect(await isPlanned()).toBe(false);
  });

  it('a form of our own plans a run, and says so', async () => {
    const answer = await ask(path, { ...basic, ...own(), 'sec-fetch-site': 'same-origin' }, proofOf(path));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path.replace('/rerun', '')]);
    expect(await isPlanned()).toBe(true);
    expect(service.tasks.at(-1)).toEqual({ queue: 'evaluate', key: evaluationKey(thread, 2) });
    const page = await (await fetch(service.url + path.replace('/rerun', ''))).text();
    expect(page).toContain('Run 2 is planned');
    const [line] = (await service.store.listAudit(5)).filter(({ what }) => what === 'command');
    expect(line).toMatchObject({ subject: thread, detail: expect.stringContaining('rerun by the operator') });
  });

  it('a program names its token and is answered in JSON', async () => {
    const answer = await ask(path, bearer);
    expect([answer.status, await answer.json()]).toEqual([200, { done: true, says: 'run 2 is planned' }]);
  });

  it('a held post is released once, or refused for good', async () => {
    const [row] = (await service.store.listHeld()).filter((one) => one.thread === thread);
    const release = `/posts/${row?.key}/release`;
    expect((await ask(release, bearer)).status).toBe(200);
    expect((await ask(release, bearer)).status).toBe(409);
    expect(service.tasks.at(-1)).toEqual({ queue: 'reply', key: row?.key });
    expect((await service.store.findPost(row?.key ?? ''))?.state).toBe('planned');
    const other = await storeReport(service.store, {
      ...{ list: 'usb', report: reportOf(), nowMs: 1, posts: (key) => [post(key)] },
    });
    const refused = post(other).key;
    expect((await ask(`/posts/${refused}/refuse`, bearer)).status).toBe(200);
    expect(await service.store.findPost(refused)).toMatchObject({
      state: 'dropped',
      because: expect.stringContaining('refused'),
    });
    expect((await ask(`/posts/${refused}/release`, bearer)).status).toBe(409);
  });

  it('what gave up is tried again', async () => {
    const key = `d-${'e'.repeat(40)}`;
    await service.store.receive({ key, list: 'usb', topic: null, bytes: Buffer.from('x') }, 1);
    await service.store.bury({ queue: 'ingest', key }, 'it broke', 1);
    expect((await ask(`/tasks/ingest/${key}/redrive`, bearer)).status).toBe(200);
    expect((await ask(`/tasks/ingest/${key}/redrive`, bearer)).status).toBe(409);
    expect(await service.store.listDead()).toEqual([]);
  });

  it('the kill switch goes on and off', async () => {
    await ask('/posting/stop', bearer);
    expect(service.isStopped).toBe(true);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect(await (await fetch(service.url)).text()).toContain('Posting is stopped');
    await ask('/posting/start', bearer);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it.each(['/moderation', '/gave-up', '/queue'])('%s is for those who know the token', async (page) => {
    const answer = await fetch(service.url + page);
    expect([answer.status, answer.headers.get('www-authenticate')?.slice(0, 5)]).toEqual([401, 'Basic']);
  });

  it('a page of another name gets nothing from this machine', async () => {
    const { host } = service;
    const { request } = await import('node:http');
    const statusFor = (name: string) =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: Number(host.split(':')[1]), headers: { host: name } };
        request(options, ({ statusCode }) => resolve(statusCode))
          .on('error', reject)
          .end();
      });
    expect(await statusFor('rebound.evil.example')).toBe(421);
    expect(await statusFor('localhost.evil.example:8090')).toBe(421);
    expect(await statusFor(`localhost:${host.split(':')[1]}`)).toBe(200);
  });

  it('an address that refuses mail is shown, and sent to again', async () => {
    const atMs = Date.now();
    const untilMs = atMs + 3_600_000;
    await service.store.switchOff({ address: 'gone@x.example', because: '550 <b>no', atMs, untilMs });
    const shown = await (await fetch(`${service.url}/gave-up`, { headers: basic })).text();
    expect(shown).toContain('gone@x.example');
    expect(shown).toContain('550 &lt;b&gt;no');
    const where = `/addresses/${addressKey('gone@x.example')}/switch-on`;
    expect((await ask(where, own(), proofOf(where))).status).toBe(401);
    expect((await ask(where, { ...basic, ...own() }, proofOf(where))).status).toBe(303);
    expect(await service.store.listOff(Date.now())).toEqual([]);
    expect((await ask(where, bearer)).status).toBe(409);
  });
});

describe.skipIf(!sqliteRuns)('a server', () => {
  it.each(['0.0.0.0', '::', '192.0.2.1'])('does not listen on %s without a token', async (host) => {
    await expect(startWebService({ host, tokenSha256: null })).rejects.toMatchObject({ name: 'Fault' });
  });

  it('shows no button and no page of the operator where no token was chosen', async () => {
    const service = await startWebService({ tokenSha256: null });
    const thread = await storeReport(service.store, { list: 'usb', report: reportOf(), nowMs: 1 });
    const path = `/evaluations/${evaluationKey(thread, 1)}`;
    const page = await (await fetch(service.url + path)).text();
    expect(page).not.toContain('<form');
    expect((await fetch(`${service.url}/moderation`, { headers: basic })).status).toBe(403);
    expect((await fetch(`${service.url}${path}/rerun`, { method: 'POST', headers: bearer })).status).toBe(
      401,
    );
    await service.close();
  });

  it('takes so many actions a minute and says when to come again (T-W5)', async () => {
    const service = await startWebService({ actionsPerMinute: 2 });
    const ask = () => fetch(`${service.url}/posting/start`, { method: 'POST', headers: bearer });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const third = await ask();
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    await service.close();
  });
});
