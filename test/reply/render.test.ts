import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORMATS } from '../../src/reply/formats.ts';
import { type RenderContext, render } from '../../src/reply/render.ts';
import { mailContextOf } from '../support/mail-contexts.ts';
import { anyReport } from '../support/random-reports.ts';
import { reportOf } from '../support/reports.ts';

const CONTEXT: RenderContext = {
  text: { hasColour: false, hasBars: false, columns: 110 },
  mail: mailContextOf(),
  comment: { key: 'pr/1', head: null, url: null, previous: [] },
  url: null,
  isGate: false,
};

test.each(FORMATS)(
  '%s is rendered from any report, ends in a line end, and is the same twice',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const { text } = await render(report, format, CONTEXT);
        expect(text.endsWith('\n')).toBe(true);
        expect(text).toBe((await render(structuredClone(report), format, CONTEXT)).text);
      }),
      { numRuns: 10 },
    );
  },
);

test('a mail that may not be sent says why', async () => {
  const mail = mailContextOf({ to: [] });
  const { violations } = await render(reportOf(), 'mail', { ...CONTEXT, mail });
  expect(violations.map(({ rule }) => rule)).toContain('M1 headers are there');
});
