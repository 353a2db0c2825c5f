import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { composeCharts } from '../../src/reply/compose-charts.ts';
import { composePage } from '../../src/reply/compose-page.ts';
import { anyReport } from '../support/random-reports.ts';
import { modelOf, reportOf } from '../support/reports.ts';

test('a report has the pictures of its page, each under a name of its own', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const charts = composeCharts(report);
      const { document } = parseHTML(composePage(report));
      expect(charts).toHaveLength(document.querySelectorAll('svg').length);
      expect(new Set(charts.map(({ name }) => name)).size).toBe(charts.length);
    }),
    { numRuns: 30 },
  );
});

test('a picture that stands alone brings its namespace, its size and its colours, and loads nothing', () => {
  const [before] = composeCharts(reportOf({ model: modelOf() }));
  expect(before?.name).toBe('giveback-before');
  expect(before?.svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*><title>/);
  expect(before?.svg).toContain('prefers-color-scheme: dark');
  expect(before?.svg).not.toMatch(/<script|href=|url\(|@import/);
});

test('what the author wrote never becomes markup of a picture', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      for (const { svg } of composeCharts(report)) {
        const names = [...svg.matchAll(/<([^\s/>]{1,40})/g)].map(([, name]) => name);
        expect(names.filter((name) => !ELEMENTS.includes(name ?? ''))).toEqual([]);
      }
    }),
    { numRuns: 30 },
  );
});

const ELEMENTS = 'svg title style g rect path line circle text tspan'.split(' ');
