import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceMetrics, startMetrics } from '../../../src/adapters/web/metrics.ts';
import { damageName } from '../../../src/service/damage.ts';
import { reportOf } from '../../support/reports.ts';
import { sqliteRuns } from '../../support/sqlite.ts';
import { storeReport } from '../../support/stored-report.ts';
import { bearer, startWebService, type WebService } from '../../support/web-service.ts';

describe.skipIf(!sqliteRuns)('a client that takes its time (T-W6)', () => {
  let service: WebService;
  beforeAll(async () => {
    service = await startWebService({ headersSeconds: 1, requestSeconds: 1, connectionsMax: 5 });
  });
  afterAll(() => service.close());

  const opened = (says: string) =>
    new Promise<string>((resolve) => {
      const [host = '', port = ''] = service.host.split(':');
      const socket = connect(Number(port), host);
      let heard = '';
      socket.on('connect', () => socket.write(says));
      socket.on('data', (piece) => {
        heard += piece.toString();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(heard));
    });

  it.each([
    ['its headers', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `],
    ['its body', `POST /posting/stop HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\npr`],
  ])('is cut off over %s', async (_, says) => {
    expect(await opened(says)).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
  });

  it('leaves room for others: of more connections than are allowed the slowest are closed at once', async () => {
    const held = Array.from({ length: 8 }, () => opened('GET / HTTP/1.1\r\n'));
    const heard = await Promise.all(held);
    expect(heard.filter((said) => said === '').length).toBeGreaterThanOrEqual(3);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  });
});

describe.skipIf(!sqliteRuns)('a flood of pages', () => {
  it('is refused beyond those that wait, and who knows the token is not', async () => {
    const service = await startWebService({ pagesWaitingMax: 2 });
    const { store } = service.ports;
    const { searchReports } = store;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = 0;
    store.searchReports = async (query) => {
      begun += 1;
      await held;
      return searchReports(query);
    };
    const waiting = [fetch(`${service.url}/`), fetch(`${service.url}/`)];
    await expect.poll(() => begun).toBe(1);
    await expect.poll(async () => (await fetch(`${service.url}/silence`)).status).toBe(429);
    const refused = await fetch(`${service.url}/`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    const known = fetch(`${service.url}/`, { headers: bearer });
    goOn();
    const answers = await Promise.all([...waiting, known]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await service.close();
  });
});

describe.skipIf(!sqliteRuns)('pages of one second', () => {
  it('are so many for those without a token, and any number for who has it', async () => {
    const service = await startWebService({ pagesPerSecondMax: 3 });
    const now = service.ports.clock();
    Object.assign(service.ports, { clock: () => now });
    const asked = async (headers: Record<string, string> = {}) =>
      (await fetch(`${service.url}/silence`, { headers })).status;
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push(await asked());
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await asked(bearer)).toBe(200);
    await service.close();
  });
});

describe.skipIf(!sqliteRuns)('what a monitor is told (T-W7)', () => {
  let service: WebService;
  beforeAll(async () => {
    service = await startWebService();
  });
  afterAll(() => service.close());

  const lines = async () => (await serviceMetrics(service.ports).text()).split('\n');
  const names = async () =>
    (await lines())
      .filter((line) => line.startsWith('giveback_'))
      .map((line) => line.slice(0, line.lastIndexOf(' ')))
      .toSorted();

  it('has as many series after any number of mails as before the first', async () => {
    const before = await names();
    for (let index = 0; index < 60; index++) {
      const series = { ...reportOf().series, subject: `secret ${index}` };
      const list = `list-${index}@example.org`;
      await storeReport(service.store, {
        ...{ list, report: reportOf({ series }), nowMs: index, silences: [`because ${index}`] },
      });
    }
    expect(await names()).toEqual(before);
    expect(before.length).toBeLessThan(200);
    expect((await lines()).join('\n')).not.toMatch(/secret|example|because/);
    expect(await lines()).toContain('giveback_evaluations{state="done"} 60');
    expect(await lines()).toContain('giveback_silences_total 60');
  });

  it('is served to this machine alone, under one name', async () => {
    const metrics = await startMetrics(serviceMetrics(service.ports), 0);
    expect(new URL(metrics.url).hostname).toBe('127.0.0.1');
    expect((await fetch(`${metrics.url}/metrics`)).headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await fetch(`${metrics.url}/`)).status).toBe(404);
    expect((await fetch(`${metrics.url}/metrics`, { method: 'POST' })).status).toBe(404);
    await metrics.close();
  });

  it('is 0 for a store that does not answer, and not an error', async () => {
    const tally = () => Promise.reject(new Error('postgres://user:password@db is gone'));
    const broken = serviceMetrics({ ...service.ports, store: { ...service.ports.store, tally } });
    const text = await broken.text();
    expect(text).toContain('giveback_up 0');
    expect(text).not.toContain('password');
  });
});

describe.skipIf(!sqliteRuns)('health', () => {
  it('tells what is not well, and nothing about where it is', async () => {
    const service = await startWebService();
    const { ports, url } = service;
    expect(await (await fetch(`${url}/livez`)).text()).toBe('ok\n');
    const ready = await fetch(`${url}/readyz`);
    const well = 'ok store\nok queue\nok disk\nok descriptors\nok sources\nok clock\nok posting\n';
    expect([ready.status, await ready.text()]).toEqual([200, well]);
    const counts = ports.queue.counts;
    ports.queue.counts = () => Promise.reject(new Error('redis://:password@queue is gone'));
    const failing = await fetch(`${url}/readyz`);
    expect([failing.status, await failing.text()]).toEqual([503, well.replace('ok queue', 'fails queue')]);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    ports.queue.counts = counts;
    const because = 'remove /data/inbox/0123';
    const damage = JSON.stringify({ atMs: Date.now(), because });
    await service.store.writeCursor(damageName('usb public-inbox https://x'), damage);
    const damaged = await (await fetch(`${url}/readyz`)).text();
    expect(damaged).toBe(well.replace('ok sources', 'fails sources'));
    await service.close();
  });

  it('is not ready where the disk is nearly full', async () => {
    const service = await startWebService({ diskMegabytesMin: 1_000_000_000 });
    const ready = await fetch(`${service.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('fails disk')]);
    await service.close();
  });
});
