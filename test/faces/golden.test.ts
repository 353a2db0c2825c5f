import { describe, expect, test } from 'vitest';
import { composeCheckRun } from '../../src/reply/compose-check-run.ts';
import { composeComment } from '../../src/reply/compose-comment.ts';
import { composeMail } from '../../src/reply/compose-mail.ts';
import type { Format } from '../../src/reply/formats.ts';
import { type RenderContext, render } from '../../src/reply/render.ts';
import { evaluated, threadFile, threadSlugs } from '../support/evaluated-thread.ts';
import { threadContext } from '../support/thread-context.ts';

const FILES: readonly (readonly [file: string, format: Format])[] = [
  ['8-mail.txt', 'mail'],
  ['9-comment.md', 'markdown'],
  ['10-page.html', 'html'],
  ['12-patchwork.json', 'patchwork'],
  ['13-b4.json', 'b4'],
  ['14-sarif.json', 'sarif'],
];

/** Every face of every thread is a file, to be read as its reader would. */
describe.each(threadSlugs)('%s', async (slug) => {
  const { letters, report } = await evaluated(threadFile(slug, 'thread.mbox'), `giveback evaluate ${slug}`);
  const context: RenderContext = threadContext(slug, report, letters);

  test.each(FILES)('%s is what it was', async (file, format) => {
    const { text } = await render(report, format, context);
    await expect(text).toMatchFileSnapshot(threadFile(slug, file));
  });

  test('11-check-run.json is what it was', async () => {
    const head = '0123456789abcdef0123456789abcdef01234567';
    const checkRun = composeCheckRun(report, { ...context.comment, head, isGate: false });
    await expect(`${JSON.stringify(checkRun, null, 2)}\n`).toMatchFileSnapshot(
      threadFile(slug, '11-check-run.json'),
    );
  });

  test('its mail may be sent', () => {
    expect(composeMail(report, context.mail).violations).toEqual([]);
  });

  test('its comment is edited only when it says something else', () => {
    const again = composeComment(structuredClone(report), context.comment);
    expect(again).toEqual(composeComment(report, context.comment));
  });
});
