import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerCounts } from '../../src/reply/answers.ts';
import { composePage } from '../../src/reply/compose-page.ts';
import { headline } from '../../src/reply/headline.ts';
import { strangeNumbers } from '../../src/reply/numbers-shown.ts';
import { browserExists, misfits, openWindow, seriousFindings, startBrowser } from '../support/browser.ts';
import { anyReport } from '../support/random-reports.ts';
import { claimOf, hazardOf, hcdOf, modelOf, replayOf, reportOf, side } from '../support/reports.ts';

const parsed = (markup: string) => parseHTML(markup).document;

/** Everything a page can show, in words of the length that mails have. */
const full = reportOf({
  model: modelOf({
    after: hcdOf({
      hcdBh: true,
      giveback: { context: 'tasklet', lockHeld: true, lockDropped: false, lock: 'xhci->lock', function: 'f' },
    }),
    hazards: [hazardOf()],
    unmodelled: [{ file: 'drivers/usb/host/xhci-mem.c', why: 'the ring is allocated in another way' }],
  }),
  claims: [
    claimOf({
      quantity: 'Ethernet receive, one stream, small frames',
      before: side(893.4, 'without tasklet'),
      after: side(930.2, 'with tasklet'),
      deltaPercent: 4.12,
      values: [side(893.4, 'without tasklet'), side(930.2, 'with tasklet'), side(901.7, 'threaded')],
      limits: [
        { name: 'gigabit Ethernet', convention: 'L2 without FCS', base: 984.25e6, ratio: 0.945, source: 's' },
        { name: 'gigabit Ethernet', convention: 'TCP payload', base: 941.48e6, ratio: 0.988, source: 's' },
      ],
      findings: [
        { kind: 'stated-mismatch', severity: 'error', text: 'the text says 2 %.', numbers: { stated: 2 } },
        { kind: 'no-spread', severity: 'info', text: 'noise reaches 8.3 %.', numbers: { reachPercent: 8.3 } },
      ],
      replay: replayOf(),
      verdict: 'unexplained',
    }),
  ],
  outcome: 'hazard',
});

const RUNS = { numRuns: 40 };

describe('a page', () => {
  test('says the headline, and its overview counts what the headline counts', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const document = parsed(composePage(report));
        expect(document.querySelector('.headline').textContent).toContain(headline(report));
        const answers = [...document.querySelectorAll('.overview tbody .mark')].map(
          (mark) => mark.textContent,
        );
        for (const { words, count } of answerCounts(report.claims)) {
          expect(answers.filter((answer) => answer === words)).toHaveLength(count);
        }
      }),
      RUNS,
    );
  });

  test('shows no number that is not of the report, but for the ticks of an axis', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const document = parsed(composePage(report));
        for (const part of document.querySelectorAll('style, .x-axis-tick-label')) part.remove();
        const says = [...document.querySelectorAll('[aria-label]')].map((part) =>
          part.getAttribute('aria-label'),
        );
        const blocks = [
          ...document.querySelectorAll(
            'title, h1, h3, p, li, td, th, dt, dd, pre, blockquote, figcaption, summary, text',
          ),
        ];
        const text = [...says, ...blocks.map((block) => block.textContent)].join('\n');
        const counts = report.claims.flatMap(({ limits, values }) => [limits.length, values.length]);
        const shares = report.claims.map(({ replay }) => Math.round(100 * (replay?.decidedBy?.share ?? 0)));
        expect(strangeNumbers(text, report, [5, 95, ...counts, ...shares])).toEqual([]);
      }),
      RUNS,
    );
  });

  test('holds nothing that runs, loads or leads elsewhere, whatever the report says', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const document = parsed(composePage(report));
        expect(document.querySelectorAll('script, img, iframe, object, embed, link, form, base').length).toBe(
          0,
        );
        const elements = [...document.querySelectorAll('*')];
        const attributes = elements.flatMap((element) => [...element.attributes]);
        expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([]);
        const links = attributes.filter(({ name }) => ['href', 'src', 'xlink:href', 'action'].includes(name));
        expect(links.filter(({ value }) => !/^#c\d+$/.test(value))).toEqual([]);
        expect(document.querySelectorAll('h1').length).toBe(1);
        expect(document.body.textContent).not.toMatch(/[\p{Cf}\p{Cs}]|(?![\n\t])\p{Cc}/u);
      }),
      RUNS,
    );
  });
});

describe.skipIf(!browserExists)('a page in chromium (skipped where there is none)', () => {
  let browser: Browser;
  let window: Page;
  beforeAll(async () => {
    browser = await startBrowser();
    window = await openWindow(browser);
  });
  afterAll(() => browser.close());

  const reports = [
    { name: 'with everything', report: full },
    { name: 'without anything', report: reportOf() },
    ...fc
      .sample(anyReport, { numRuns: 4, seed: 7 })
      .map((report, index) => ({ name: `hostile ${index}`, report })),
  ];

  test.each(reports)('$name has no serious finding of axe, in light and in dark', async ({ report }) => {
    const markup = composePage(report);
    expect(await seriousFindings(window, markup, 'light')).toEqual([]);
    expect(await seriousFindings(window, markup, 'dark')).toEqual([]);
  });

  test.each(reports)(
    '$name fits a phone, a screen and paper: nothing is wider, nothing is cut',
    async (one) => {
      expect(await misfits(window, composePage(one.report), one.name)).toEqual([]);
    },
  );
});
