import { existsSync } from 'node:fs';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** False on a machine without Debian's chromium; tests that look at pages skip themselves then. */
export const browserExists: boolean = existsSync(CHROMIUM);

/** A browser that reaches nothing: pages are handed to it as text. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
}

type Scheme = 'light' | 'dark';

async function opened(browser: Browser, markup: string, width: number, scheme: Scheme): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  await page.setContent(markup);
  return page;
}

/** What axe finds serious or critical, one line each. */
export async function seriousFindings(browser: Browser, markup: string, scheme: Scheme): Promise<string[]> {
  // The page forbids scripts; the checker is one, so it looks at the page without that rule.
  const page = await opened(browser, markup.replace(/<meta http-equiv[^>]*>/, ''), 1024, scheme);
  const found = await seriousFindingsOf(page);
  await page.close();
  return found;
}

/** The same of a page that is open. What drives a browser may run a script where the page itself may not. */
export async function seriousFindingsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** A phone, a screen and a sheet of A4 with its margins, in CSS pixels. */
const SIZES = [
  ['phone', 360, 'screen'],
  ['screen', 1024, 'screen'],
  ['paper', 700, 'print'],
] as const;

/**
 * What is wider than the window, cut, or on another text, one line each. With a folder in GIVEBACK_SCREENSHOTS the page
 * is kept there in every size, to be looked at.
 */
export async function misfits(browser: Browser, markup: string, name: string): Promise<string[]> {
  const found: string[] = [];
  const folder = process.env['GIVEBACK_SCREENSHOTS'];
  for (const [size, width, media] of SIZES) {
    const page = await opened(browser, markup, width, 'light');
    await page.emulateMedia({ media });
    const actual = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (actual > width) found.push(`${size}: ${actual} wide`);
    for (const text of await page.evaluate<string[]>(CUT_TEXT)) found.push(`${size}: "${text}" is cut`);
    if (folder) await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: true });
    await page.close();
  }
  return found;
}

/** Texts of charts that stick out of their chart, or lie on another text of it. Runs in the page. */
const CUT_TEXT = `[...document.querySelectorAll('svg')].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].map((text) => ({ says: text.textContent, box: text.getBoundingClientRect() }))
    .filter(({ says, box }) => says !== '' && box.width > 0);
  const cut = texts.filter(({ box }) =>
    box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
  const over = texts.filter(({ box: a }, index) => texts.slice(index + 1).some(({ box: b }) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3));
  return [...cut, ...over].map(({ says }) => says);
})`;
