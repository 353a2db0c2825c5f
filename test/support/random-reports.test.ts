import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportSchema } from '../../src/report.ts';
import { anyReport, HOSTILE_TEXTS } from './random-reports.ts';

test('every random report is one that the contract allows', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      expect(reportSchema.parse(report)).toEqual(report);
    }),
  );
});

test('hostile text does reach the reports', () => {
  const reports = fc.sample(anyReport, 200).map((report) => JSON.stringify(report));
  for (const text of HOSTILE_TEXTS.filter((one) => one !== '')) {
    const written = JSON.stringify(text).slice(1, -1);
    expect(
      reports.some((report) => report.includes(written)),
      text,
    ).toBe(true);
  }
});
