import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerCounts } from '../../src/reply/answers.ts';
import { headline } from '../../src/reply/headline.ts';
import type { Report, ReportClaim, Verdict } from '../../src/report.ts';
import { anyReport } from '../support/random-reports.ts';
import { claimOf, hazardOf, modelOf, reportOf } from '../support/reports.ts';

const mismatch = {
  kind: 'stated-mismatch',
  severity: 'error',
  text: '2 % is not 6.3 %.',
  numbers: {},
} as const;

const withVerdicts = (...verdicts: readonly Verdict[]): ReportClaim[] =>
  verdicts.map((verdict, index) => claimOf({ id: `c${index + 1}`, verdict }));

test.each<[string, Partial<Report>, string]>([
  ['no claim', {}, 'no performance claim found'],
  ['one claim', { claims: withVerdicts('reproduced') }, '1 claim: as modelled'],
  [
    'several claims, the gravest answer first',
    { claims: withVerdicts('not-replayed', 'no-effect-agreed', 'unexplained', 'reproduced') },
    '4 claims: 1 unexplained, 2 as modelled, 1 not judged',
  ],
  [
    'figures that disagree',
    { claims: [claimOf({ findings: [mismatch] }), claimOf({ id: 'c2' })] },
    '1 of 2 claims has figures that disagree; 2 not judged',
  ],
  [
    'a disagreement that the series carries for a claim',
    { claims: [claimOf()], findings: [{ ...mismatch, claims: ['c1'] }] },
    '1 of 1 claim has figures that disagree; not judged',
  ],
])('%s', (_, overrides, expected) => {
  expect(headline(reportOf(overrides))).toBe(expected);
});

test('a hazard comes before every claim', () => {
  const model = modelOf({ hazards: [hazardOf()] });
  expect(headline(reportOf({ model }))).toBe('1 hazard; no performance claim found');
});

test('a short line keeps the gravest counts and sums up the others', () => {
  const claims = withVerdicts('contradicted', 'undetermined', 'reproduced', 'not-modelled');
  expect(headline(reportOf({ claims }), 40)).toBe('4 claims: 1 contradicted, 3 others');
});

test('every claim is counted exactly once, and every number of the headline is a count of the report', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const total = answerCounts(report.claims).reduce((sum, { count }) => sum + count, 0);
      expect(total).toBe(report.claims.length);
    }),
  );
});

test('80 characters are enough for the shortest form of any headline', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      expect(headline(report, 80).length).toBeLessThanOrEqual(80);
    }),
  );
});
