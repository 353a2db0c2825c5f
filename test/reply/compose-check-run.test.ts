import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeCheckRun } from '../../src/reply/compose-check-run.ts';
import { headline } from '../../src/reply/headline.ts';
import type { Outcome } from '../../src/report.ts';
import { anyReport } from '../support/random-reports.ts';
import { claimOf, hazardOf, modelOf, reportOf } from '../support/reports.ts';

const CONTEXT = {
  key: 'pr/123',
  head: '0123456789abcdef0123456789abcdef01234567',
  url: 'https://giveback.example/r/1',
  previous: [],
  isGate: false,
};

const files = [{ path: 'drivers/usb/host/xhci-ring.c', oldPath: null, added: 0, removed: 2 }];
const patches = reportOf().series.patches.map((patch) => ({ ...patch, files }));
const report = reportOf({
  series: { ...reportOf().series, patches },
  claims: [claimOf()],
  model: modelOf({
    hazards: [
      hazardOf(),
      hazardOf({ where: { file: 'drivers/usb/core/hcd.c', line: 1 } }),
      hazardOf({ where: null }),
    ],
    changes: [
      {
        kind: 'giveback-context',
        from: 'hardirq',
        to: 'tasklet',
        file: 'drivers/usb/host/xhci-ring.c',
        line: 640,
        evidence: 'HCD_BH is set',
      },
    ],
  }),
  outcome: 'hazard',
});

describe('a check run', () => {
  test('annotates hazards and changes at their lines, in files of the diff only', () => {
    const { annotations } = composeCheckRun(report, CONTEXT).output;
    expect(annotations).toEqual([
      {
        path: 'drivers/usb/host/xhci-ring.c',
        start_line: 643,
        end_line: 643,
        annotation_level: 'warning',
        title: 'self-deadlock',
        message: 'the completion handler submits again while the lock is held.',
      },
      {
        path: 'drivers/usb/host/xhci-ring.c',
        start_line: 640,
        end_line: 640,
        annotation_level: 'notice',
        title: 'giveback-context',
        message: 'hardirq → tasklet',
      },
    ]);
  });

  test.each<[Outcome, string, string]>([
    ['hazard', 'neutral', 'failure'],
    ['inconsistent', 'neutral', 'failure'],
    ['unexplained', 'neutral', 'neutral'],
    ['undetermined', 'neutral', 'neutral'],
    ['supported', 'success', 'success'],
    ['nothing-to-evaluate', 'success', 'success'],
  ])('of %s concludes %s, and %s where it is a gate', (outcome, open, gated) => {
    expect(composeCheckRun({ ...report, outcome }, CONTEXT).conclusion).toBe(open);
    expect(composeCheckRun({ ...report, outcome }, { ...CONTEXT, isGate: true }).conclusion).toBe(gated);
  });

  test('stays inside what GitHub takes, whatever the report says', () => {
    fc.assert(
      fc.property(anyReport, (anything) => {
        const { output, actions } = composeCheckRun(anything, CONTEXT);
        expect(output.title).toBe(headline(anything, 80));
        expect(output.title.length).toBeLessThanOrEqual(80);
        expect(Buffer.byteLength(output.summary)).toBeLessThanOrEqual(65_535);
        expect(output.annotations.length).toBeLessThanOrEqual(10);
        expect(actions.length).toBeLessThanOrEqual(3);
        for (const { label, description, identifier } of actions) {
          expect([label.length <= 20, description.length <= 40, identifier.length <= 20]).not.toContain(
            false,
          );
        }
      }),
    );
  });
});
