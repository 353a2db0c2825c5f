import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeB4 } from '../../src/reply/compose-b4.ts';
import { composePatchworkCheck } from '../../src/reply/compose-patchwork-check.ts';
import { strangeNumbers } from '../../src/reply/numbers-shown.ts';
import type { Outcome } from '../../src/report.ts';
import { anyReport } from '../support/random-reports.ts';
import { claimOf, reportOf } from '../support/reports.ts';

const CONTEXT = { url: 'https://giveback.example/r/1', isGate: false };
const claims = [
  claimOf({ verdict: 'unexplained', because: 'the model lies inside the margin.' }),
  claimOf({ id: 'c2' }),
];

test('patchwork is told the headline, and warned of what is unexplained', () => {
  expect(composePatchworkCheck(reportOf({ claims, outcome: 'unexplained' }), CONTEXT)).toEqual({
    state: 'warning',
    context: 'giveback',
    description: '2 claims: 1 unexplained, 1 not judged',
    target_url: 'https://giveback.example/r/1',
  });
});

describe('b4 review', () => {
  test('is given one result with every point in its details', () => {
    expect(composeB4(reportOf({ claims, outcome: 'unexplained' }), CONTEXT)).toEqual([
      {
        tool: 'giveback',
        status: 'warn',
        summary: '2 claims: 1 unexplained, 1 not judged',
        url: 'https://giveback.example/r/1',
        details: [
          'warning: c1: the model lies inside the margin.',
          'not judged: c2: nothing of it is modelled.',
        ].join('\n'),
      },
    ]);
  });

  test('is given nothing of a mail without a claim', () => {
    expect(composeB4(reportOf({ outcome: 'nothing-to-evaluate' }), CONTEXT)).toEqual([]);
  });

  test.each<[Outcome, string, string]>([
    ['hazard', 'warn', 'fail'],
    ['contradicted', 'warn', 'fail'],
    ['undetermined', 'pass', 'pass'],
    ['supported', 'pass', 'pass'],
  ])('of %s hears %s, and %s from a gate', (outcome, open, gated) => {
    const status = (isGate: boolean) => composeB4(reportOf({ outcome }), { url: null, isGate })[0]?.status;
    expect([status(false), status(true)]).toEqual([open, gated]);
  });
});

test('both say one line without controls, and no number that is not of the report', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const { description } = composePatchworkCheck(report, CONTEXT);
      const [check] = composeB4(report, CONTEXT);
      expect(description.length).toBeLessThanOrEqual(140);
      expect(strangeNumbers(description, report)).toEqual([]);
      expect(check?.details ?? '').not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
      expect(strangeNumbers(check?.details ?? '', report)).toEqual([]);
    }),
  );
});
