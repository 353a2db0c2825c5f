import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORMATS } from '../../src/reply/formats.ts';
import { render } from '../../src/reply/render.ts';
import type { Report } from '../../src/report.ts';
import { mailContextOf } from '../support/mail-contexts.ts';
import { anyReport, HOSTILE_TEXTS } from '../support/random-reports.ts';
import { claimOf, hazardOf, hcdOf, modelOf, reportOf, side } from '../support/reports.ts';

const CONTEXT = {
  text: { hasColour: false, hasBars: false, columns: 110 },
  mail: mailContextOf(),
  comment: { key: 'pr/1', head: null, url: null, previous: [] },
  url: null,
  isGate: false,
};

/** One hostile text in every place that a mail or a diff fills. */
function planted(evil: string): Report {
  const place = { file: evil, line: 1 };
  const finding = { kind: 'no-spread', severity: 'error', text: evil, numbers: {} } as const;
  return reportOf({
    series: { ...reportOf().series, subject: evil, author: { name: evil, address: null }, baseCommit: evil },
    model: modelOf({
      driver: evil,
      after: hcdOf({ giveback: { ...hcdOf().giveback, lock: evil, function: evil } }),
      changes: [{ kind: evil, from: evil, to: evil, ...place, evidence: evil }],
      unmodelled: [{ file: evil, why: evil }],
      hazards: [hazardOf({ trace: [evil], where: place, because: evil })],
    }),
    claims: [
      claimOf({
        quantity: evil,
        unit: evil,
        device: evil,
        machine: evil,
        before: side(1, evil),
        after: side(2, evil),
        stated: { percent: 2, factor: null, direction: 'up', text: evil },
        where: { messageId: null, line: 1, text: evil.slice(0, 200) },
        findings: [finding],
        because: evil,
        settle: { runs: 3, command: evil, counter: evil },
      }),
    ],
    findings: [{ ...finding, claims: [] }],
    problems: [{ code: 'unit-unknown', text: evil, messageId: evil, line: 1 }],
    outcome: 'hazard',
    summary: evil,
    reproduce: { ...reportOf().reproduce, command: evil },
  });
}

/** Escapes, bidi marks, carriage returns: what acts on whoever prints a face, whatever the face is. */
const ACTING = /[\p{Cf}\p{Cs}\u2028\u2029]|(?!\n)\p{Cc}/u;

test.each(FORMATS)('nothing acts in %s, wherever a hostile text is planted', async (format) => {
  for (const evil of HOSTILE_TEXTS) {
    const { text } = await render(planted(evil), format, CONTEXT);
    expect(text).not.toMatch(ACTING);
  }
});

test.each(FORMATS)('nothing acts in %s of any report', async (format) => {
  await fc.assert(
    fc.asyncProperty(anyReport, async (report) => {
      const { text } = await render(report, format, CONTEXT);
      expect(text).not.toMatch(ACTING);
    }),
    { numRuns: 40 },
  );
});
