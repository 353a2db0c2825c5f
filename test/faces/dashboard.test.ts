import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlannedPost } from '../../src/ports/outbox-store.ts';
import { evaluationKey } from '../../src/service/job-keys.ts';
import { browserExists, seriousFindingsOf, startBrowser } from '../support/browser.ts';
import { claimOf, modelOf, reportOf } from '../support/reports.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { storeReport } from '../support/stored-report.ts';
import { startWebService, TOKEN, type WebService } from '../support/web-service.ts';

const held = (thread: string): PlannedPost => ({
  ...{ key: `p-${thread.slice(2)}`, channel: 'mail', target: '["ada@bulk.example"]', list: 'usb', thread },
  ...{ body: 'Subject: Re: x\n\n> a line\n\nThe table gives 2 %.\n', state: 'held' },
  because: 'an operator has to release it',
});

describe.skipIf(!browserExists || !sqliteRuns)('the pages in chromium (skipped where there is none)', () => {
  let browser: Browser;
  let service: WebService;
  let context: BrowserContext;
  let page: Page;
  let thread = '';
  const complaints: string[] = [];

  beforeAll(async () => {
    service = await startWebService();
    const series = (subject: string) => ({ ...reportOf().series, subject });
    const contradicted = claimOf({ verdict: 'contradicted' });
    thread = await storeReport(service.store, {
      ...{ list: 'linux-usb', nowMs: 1, posts: (key) => [held(key)] },
      report: reportOf({ series: series('usb: xhci: faster'), outcome: 'hazard', model: modelOf() }),
    });
    await storeReport(service.store, {
      ...{ list: 'linux-media', nowMs: 2, silences: ['the series is an RFC and nobody asked'] },
      report: reportOf({
        ...{ series: series('media: slower'), outcome: 'contradicted', claims: [contradicted] },
      }),
    });
    const key = `d-${'b'.repeat(40)}`;
    await service.store.receive({ key, list: 'usb', topic: null, bytes: Buffer.from('x') }, 1);
    await service.store.bury({ queue: 'ingest', key }, 'the child was ended', 1);
    browser = await startBrowser();
    context = await signedIn(1024, 'light');
    page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  const signedIn = (width: number, colorScheme: 'light' | 'dark', javaScriptEnabled = true) =>
    browser.newContext({
      ...{ colorScheme, javaScriptEnabled, viewport: { width, height: 800 } },
      httpCredentials: { username: 'operator', password: TOKEN },
    });
  const subjects = () => page.locator('.entries .subject').allTextContents();

  test('the list is searched and filtered', async () => {
    await page.goto(service.url);
    expect(await subjects()).toEqual(['media: slower', 'usb: xhci: faster']);
    await page.getByLabel('Subject, author, Message-ID').fill('XHCI');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await subjects()).toEqual(['usb: xhci: faster']);
    expect(await page.getByLabel('Subject, author, Message-ID').inputValue()).toBe('XHCI');
    await page.goto(service.url);
    await page.getByLabel('Verdict').selectOption('contradicted');
    await page.getByLabel('List').selectOption('linux-media');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await subjects()).toEqual(['media: slower']);
    await page.getByRole('link', { name: /^hazard/ }).click();
    expect(page.url()).toContain('verdict=hazard');
  });

  test('the list is watched while somebody asks for it', async () => {
    await page.goto(service.url);
    await page.getByRole('link', { name: 'Watch' }).click();
    const answer = await page.reload();
    expect(answer?.headers()['refresh']).toMatch(/^15;url=\/\?live=1$/);
    await page.getByRole('link', { name: 'Stop watching' }).click();
    expect(page.url()).toBe(`${service.url}/`);
  });

  test('an evaluation is read, and asked for once more', async () => {
    await page.goto(service.url);
    await page.getByRole('link', { name: 'usb: xhci: faster' }).click();
    expect(await page.locator('h1').textContent()).toBe('usb: xhci: faster');
    await page.getByRole('button', { name: 'Evaluate once more' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Run 2 is planned');
    expect((await service.store.findEvaluation(evaluationKey(thread, 2)))?.state).toBe('planned');
  });

  test('a held post is looked at and released; without a script as well', async () => {
    const quiet = await (await signedIn(360, 'light', false)).newPage();
    await quiet.goto(`${service.url}/moderation`);
    expect(await quiet.locator('pre').textContent()).toContain('> a line\n\nThe table gives 2 %.');
    await quiet.getByRole('button', { name: 'Release' }).click();
    expect(await quiet.getByText('Nothing waits.').isVisible()).toBe(true);
    expect((await service.store.findPost(held(thread).key))?.state).toBe('planned');
  });

  const PLACES = [
    ['list', () => '/'],
    ['evaluation', () => `/evaluations/${evaluationKey(thread, 1)}`],
    ['moderation', () => '/moderation'],
    ['silence', () => '/silence'],
    ['gave-up', () => '/gave-up'],
    ['nothing', () => '/nothing'],
  ] as const;

  test.each(PLACES)('%s fits a phone and a screen, and has no serious finding of axe', async (name, path) => {
    for (const [width, scheme] of [
      [360, 'light'],
      [1024, 'dark'],
    ] as const) {
      const one = await (await signedIn(width, scheme)).newPage();
      one.on('console', (message) => complaints.push(message.text()));
      await one.goto(service.url + path());
      const folder = process.env['GIVEBACK_SCREENSHOTS'];
      if (folder)
        await one.screenshot({ path: join(folder, `dashboard-${name}-${width}.png`), fullPage: true });
      expect(await one.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // One look a page: the colours of both schemes are on the list.
      if (width === 360 ? name === 'list' : name !== 'list') expect(await seriousFindingsOf(one)).toEqual([]);
      await one.close();
    }
  });

  test('the browser has nothing to complain about, but for the page that is not there', () => {
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
