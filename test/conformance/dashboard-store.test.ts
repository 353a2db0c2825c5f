import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/open-store.ts';
import type { DashboardStore, ReportQuery } from '../../src/ports/dashboard-store.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Report } from '../../src/report.ts';
import { type PrivatePostgres, postgresPrograms, startPostgres } from '../support/private-postgres.ts';
import { claimOf, modelOf, reportOf } from '../support/reports.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { storeReport } from '../support/stored-report.ts';

const ANY: ReportQuery = { words: [], verdict: null, driver: null, list: null, limit: 10, offset: 0 };

const series = (subject: string): Report['series'] => ({ ...reportOf().series, subject });

function contract(open: () => Promise<Store & DashboardStore>): void {
  let store: Store & DashboardStore;
  let threads: readonly string[];

  const found = async (query: Partial<ReportQuery>) =>
    (await store.searchReports({ ...ANY, ...query })).entries.map(({ subject }) => subject);

  beforeAll(async () => {
    store = await open();
    const bh = reportOf({ series: series('usb: 100%_sure giveback'), outcome: 'hazard', model: modelOf() });
    const contradicted = claimOf({ verdict: 'contradicted' });
    const both = [contradicted, claimOf({ id: 'c2', verdict: 'unexplained' })];
    const cache = reportOf({
      series: series('media: Cached buffers'),
      outcome: 'contradicted',
      claims: both,
    });
    threads = [
      await storeReport(store, { list: 'usb', report: bh, nowMs: 10 }),
      await storeReport(store, {
        list: 'media',
        report: cache,
        nowMs: 20,
        silences: ['it stays on the page'],
      }),
    ];
  });

  it('lists the newest first, and each thread by its latest run', async () => {
    expect(await found({})).toEqual(['media: Cached buffers', 'usb: 100%_sure giveback']);
    const [first = ''] = threads;
    await store.planRun(first, 30);
    const later = reportOf({ series: series('usb: 100%_sure giveback'), outcome: 'supported' });
    await storeReport(store, { list: 'usb', report: later, nowMs: 30, thread: first });
    const { entries, total } = await store.searchReports(ANY);
    expect(entries.map(({ run, outcome }) => [run, outcome])).toEqual([
      [2, 'supported'],
      [1, 'contradicted'],
    ]);
    expect(total).toBe(2);
    expect((await store.listRuns(first)).map(({ run }) => run)).toEqual([2, 1]);
  });

  it.each([
    [{ words: ['cached', 'media'] }, 1],
    [{ words: ['cached', 'giveback'] }, 0],
    [{ words: ['100%_s'] }, 1],
    [{ words: ['1_0%'] }, 0],
    [{ words: ["'; drop table report; --"] }, 0],
    [{ verdict: 'contradicted' }, 1],
    [{ verdict: 'unexplained' }, 1],
    [{ verdict: 'hazard' }, 0],
    [{ list: 'media' }, 1],
    [{ list: 'nowhere' }, 0],
    [{ limit: 1, offset: 1 }, 1],
    [{ limit: 1, offset: 2 }, 0],
  ] satisfies readonly (readonly [Partial<ReportQuery>, number])[])('finds by %j', async (query, count) => {
    expect(await found(query)).toHaveLength(count);
  });

  it('offers what there is to choose from', async () => {
    const { outcomes, lists, drivers } = await store.listChoices();
    expect([outcomes, lists, drivers]).toEqual([
      { supported: 1, contradicted: 1 },
      ['media', 'usb'],
      ['xhci'],
    ]);
  });

  it('keeps a ledger of silence that names the series', async () => {
    const [entry, ...others] = await store.listSilenceEntries(10, 0);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      because: 'it stays on the page',
      list: 'media',
      subject: 'media: Cached buffers',
    });
  });

  it('finds a report by its key, and the mails of its thread', async () => {
    const [{ key } = { key: '' }] = (await store.searchReports(ANY)).entries;
    expect((await store.findReport(key))?.key).toBe(key);
    expect(await store.findReport('v-none')).toBeNull();
    expect(await store.listLetters(threads[1] ?? '')).toHaveLength(1);
  });

  it('counts for a monitor', async () => {
    const tally = await store.tally();
    expect(tally.verdicts).toEqual({ contradicted: 1, unexplained: 1 });
    expect(tally.outcomes).toEqual({ hazard: 1, supported: 1, contradicted: 1 });
    expect(tally.states).toMatchObject({ 'evaluation done': 3, 'document filed': 2 });
  });

  it('is probed by a write, again and again', async () => {
    await store.probe();
    await store.probe();
    expect(await store.readCursor('probe')).toBe('');
  });
}

describe.skipIf(!sqliteRuns)('the pages of the store in SQLite', () => {
  let folder = '';
  let store: Store & DashboardStore;
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  contract(async () => {
    folder = mkdtempSync(join(tmpdir(), 'giveback-pages-'));
    store = await openStore({ file: join(folder, 'store.sqlite') });
    return store;
  });
});

const programs = postgresPrograms();

describe.skipIf(programs === null)(
  'the pages of the store in PostgreSQL (skipped where there is none)',
  () => {
    let server: PrivatePostgres;
    let store: Store & DashboardStore;
    afterAll(async () => {
      await store.close();
      await server.stop();
    });
    contract(async () => {
      server = await startPostgres(programs ?? '');
      store = await openStore({ url: server.url });
      return store;
    });
  },
);
