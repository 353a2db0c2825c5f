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

/**
 * A window for pages that are handed to it one after the other; to open one costs more than to look at what is in it.
 * Pages forbid scripts and the checker is one, so it is let through.
 */
export function openWindow(browser: Browser): Promise<Page> {
  return browser.newPage({ bypassCSP: true });
}

/** What axe finds serious or critical, one line each. */
export async function seriousFindings(window: Page, markup: string, scheme: Scheme): Promise<string[]> {
  await window.setViewportSize({ width: 1024, height: HEIGHT });
  await window.emulateMedia({ media: 'screen', colorScheme: scheme });
  await window.setContent(markup);
  return await seriousFindingsOf(window);
}

/** The same of a page that is open. What drives a browser may run a script where the page itself may not. */
export async function seriousFindingsOf(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Of a window, in CSS pixels. */
const HEIGHT = 900;

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
export async function misfits(window: Page, markup: string, name: string): Promise<string[]> {
  const found: string[] = [];
  const folder = process.env['GIVEBACK_SCREENSHOTS'];
  await window.setContent(markup);
  for (const [size, width, media] of SIZES) {
    await window.setViewportSize({ width, height: HEIGHT });
    await window.emulateMedia({ media, colorScheme: 'light' });
    const actual = await window.evaluate<number>('document.documentElement.scrollWidth');
    if (actual > width) found.push(`${size}: ${actual} wide`);
    for (const text of await window.evaluate<string[]>(CUT_TEXT)) found.push(`${size}: "${text}" is cut`);
    if (folder) await window.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: true });
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
