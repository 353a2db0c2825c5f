import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { timelineChart, timelineLegend } from '../../src/reply/timeline-chart.ts';
import { anyReport } from '../support/random-reports.ts';
import { claimOf, replayOf } from '../support/reports.ts';

const claim = claimOf({ replay: replayOf() });

test('a timeline draws a bar for each window on both sides, and says the longest stretch', () => {
  const { document } = parseHTML(timelineChart(claim)?.markup ?? '');
  expect(document.querySelectorAll('rect')).toHaveLength(4);
  expect(document.querySelector('svg').getAttribute('aria-label')).toBe(
    'c1: longest stretch of the run: 15.2 µs before, 2.773 µs after',
  );
});

test('the legend names the colours that are drawn, and no other', () => {
  expect(timelineLegend(claim)).toContain('orange: hardirq, purple: thread, blue: softirq');
  const quiet = { longestNs: 10, windows: [] };
  const only = replayOf({
    timeline: {
      spanNs: 100,
      before: { longestNs: 10, windows: [{ startNs: 0, endNs: 10, context: 'softirq' }] },
      after: quiet,
    },
  });
  expect(timelineLegend(claimOf({ replay: only }))).toContain('(blue: softirq)');
});

test('a claim without a trace has no timeline', () => {
  expect(timelineChart(claimOf())).toBeNull();
  expect(timelineChart(claimOf({ replay: replayOf({ timeline: null }) }))).toBeNull();
  expect(timelineLegend(claimOf())).toBe('');
});

test('any trace gives a picture without a number that is not one', () => {
  fc.assert(
    fc.property(anyReport, ({ claims }) => {
      for (const any of claims)
        expect(timelineChart(any)?.markup ?? '').not.toMatch(/NaN|Infinity|undefined/);
    }),
    { numRuns: 30 },
  );
});
