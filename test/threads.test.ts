import { describe, expect, test } from 'vitest';
import { reportModel, reportProblems, reportSeries } from '../src/compose-report.ts';
import { evaluate, understand } from '../src/pipeline.ts';
import { composeCheckRun } from '../src/reply/compose-check-run.ts';
import { composeComment } from '../src/reply/compose-comment.ts';
import { composeMail } from '../src/reply/compose-mail.ts';
import type { Format } from '../src/reply/formats.ts';
import { render } from '../src/reply/render.ts';
import { reportSchema } from '../src/report.ts';
import { readSettings } from '../src/settings.ts';
import { askedOf, goldenOf, threadFile, threadSlugs } from './support/evaluated-thread.ts';
import { threadContext } from './support/thread-context.ts';

const settings = readSettings();
const HEAD = '0123456789abcdef0123456789abcdef01234567';

const FACES: readonly (readonly [file: string, format: Format])[] = [
  ['7-text.txt', 'text'],
  ['8-mail.txt', 'mail'],
  ['9-comment.md', 'markdown'],
  ['10-page.html', 'html'],
  ['12-patchwork.json', 'patchwork'],
  ['13-b4.json', 'b4'],
  ['14-sarif.json', 'sarif'],
];

/** One of each kind of workload: all of them twice would be half a minute. */
const PLAYED_AGAIN = ['pwc-kmalloc', 'usbnet-byte-queue-limits', 'xhci-drop-kept', 'ehci-threaded-irq'];

const jsonOf = (product: unknown): string => `${JSON.stringify(product, null, 2)}\n`;

/** Every stage and every face of every thread is a file: a diff shows which stage changed its mind, and who reads it. */
describe.each(threadSlugs)('%s', async (slug) => {
  const asked = await askedOf(threadFile(slug, 'thread.mbox'), `giveback evaluate ${slug}`);
  const understood = understand(asked, settings);
  const report = evaluate(asked, settings);
  const golden = goldenOf(report);
  const context = threadContext(slug, golden, asked.letters);

  const stages: readonly (readonly [string, unknown])[] = [
    ['1-letters.json', asked.letters],
    ['2-series.json', reportSeries(understood.series, asked.letters[0]?.subject ?? '')],
    ['3-claims.json', understood.claims],
    ['4-model.json', reportModel(understood.model)],
    ['5-replays.json', report.claims.map(({ id, replay, because }) => ({ id, replay, because }))],
    ['6-report.json', golden],
    ['11-check-run.json', composeCheckRun(golden, { ...context.comment, head: HEAD, isGate: false })],
  ];

  test.each(stages)('%s is what it was', async (file, product) => {
    await expect(jsonOf(product)).toMatchFileSnapshot(threadFile(slug, file));
  });

  test.each(FACES)('%s is what it was', async (file, format) => {
    const { text } = await render(golden, format, context);
    await expect(text).toMatchFileSnapshot(threadFile(slug, file));
  });

  test('the report keeps its contract', () => {
    expect(reportSchema.parse(report)).toEqual(report);
  });

  test('every problem is told in words', () => {
    expect(reportProblems(understood.problems)).toEqual(report.problems);
  });

  test('its mail may be sent', () => {
    expect(composeMail(golden, context.mail).violations).toEqual([]);
  });

  test('its comment is edited only when it says something else', () => {
    const again = composeComment(structuredClone(golden), context.comment);
    expect(again).toEqual(composeComment(golden, context.comment));
  });
});

test.each(PLAYED_AGAIN)('%s gives the same bytes after all the others', async (slug) => {
  const asked = await askedOf(threadFile(slug, 'thread.mbox'), `giveback evaluate ${slug}`);
  const golden = goldenOf(evaluate(asked, settings));
  await expect(jsonOf(golden)).toMatchFileSnapshot(threadFile(slug, '6-report.json'));
});
