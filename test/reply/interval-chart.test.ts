import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { chartLegend } from '../../src/reply/comparison.ts';
import { intervalChart } from '../../src/reply/interval-chart.ts';
import { anyReport } from '../support/random-reports.ts';
import { claimOf, side } from '../support/reports.ts';

const noise = {
  kind: 'no-spread',
  severity: 'info',
  text: 'noise.',
  numbers: { reachPercent: 8.3 },
} as const;
const gigabit = { name: 'gigabit Ethernet', convention: 'L2', base: 984.25e6, ratio: 0.945, source: 's' };

test('a claim without a replay, a spread or a limit has no chart', () => {
  expect(intervalChart(claimOf())).toBeNull();
});

test('the legend names the band and the nearest limit, and only what is drawn', () => {
  const claim = claimOf({
    before: side(893.4, 'a'),
    after: side(930.2, 'b'),
    deltaPercent: 4.12,
    findings: [noise],
    limits: [gigabit, { ...gigabit, name: 'USB 3.0', base: 4e9 }],
  });
  expect(chartLegend(claim)).toEqual(['grey: what noise alone reaches', 'dashed: gigabit Ethernet, L2']);
  const { document } = parseHTML(intervalChart(claim)?.markup ?? '');
  expect(document.querySelectorAll('[stroke-dasharray]')).toHaveLength(1);
  expect(document.querySelector('svg').getAttribute('aria-label')).toBe('c1: claimed +4.12 %');
});

test('any claim gives a chart without a number that is not one', () => {
  fc.assert(
    fc.property(anyReport, ({ claims }) => {
      for (const claim of claims) {
        const markup = intervalChart(claim)?.markup ?? '';
        expect(markup).not.toMatch(/NaN|Infinity|undefined/);
      }
    }),
    { numRuns: 30 },
  );
});
