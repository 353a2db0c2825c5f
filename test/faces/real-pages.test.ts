import { existsSync, readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composePage } from '../../src/reply/compose-page.ts';
import { browserExists, misfits, openWindow, seriousFindings, startBrowser } from '../support/browser.ts';
import { evaluated, goldenThread, threadSlugs } from '../support/evaluated-thread.ts';
import { shared } from '../support/shared.ts';

const seeds = existsSync(shared('seeds'))
  ? readdirSync(shared('seeds')).filter((file) => file.endsWith('.txt'))
  : [];

const documents = [
  ...threadSlugs.map((slug) => ({ name: slug, read: () => goldenThread(slug) })),
  ...seeds.map((file) => {
    const name = `seed ${file.slice(0, 3)}`;
    return { name, read: () => evaluated(shared(`seeds/${file}`), `giveback evaluate ${name}`) };
  }),
];

describe.skipIf(!browserExists)('the page of a thread in chromium (skipped where there is none)', () => {
  let browser: Browser;
  let window: Page;
  beforeAll(async () => {
    browser = await startBrowser();
    window = await openWindow(browser);
  });
  afterAll(() => browser.close());

  test.each(documents)('$name: reads well everywhere', async ({ name, read }) => {
    const { report } = await read();
    const markup = composePage(report);
    expect(await misfits(window, markup, name.replace(' ', '-'))).toEqual([]);
    expect(await seriousFindings(window, markup, 'light')).toEqual([]);
    expect(await seriousFindings(window, markup, 'dark')).toEqual([]);
  });
});
