import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intervalBars } from '../../src/reply/interval-bars.ts';
import { paintWith } from '../../src/reply/paint.ts';
import { anyReport } from '../support/random-reports.ts';
import { claimOf, percentiles, replayOf } from '../support/reports.ts';

const plain = paintWith(false);

test('a bar shows the claim beside the interval of the replay, on a scale that holds both', () => {
  const claim = claimOf({ deltaPercent: -10, replay: replayOf({ deltaPercent: percentiles(-8, -6, -4) }) });
  expect(intervalBars([claim], plain)).toEqual([
    '                 claimed ◆   replayed ━●━   noise ░   no change │',
    '  1    −10.0 %  ◆        ━━━━━━━━●━━━━━━━━━                │  0.00 %',
  ]);
});

test('a claim that stands alone has no bar, and no bars have no key', () => {
  expect(intervalBars([claimOf()], plain)).toEqual([]);
});

test('the bars of any report hold no number that is not one', () => {
  fc.assert(
    fc.property(anyReport, ({ claims }) => {
      const [, ...rows] = intervalBars(claims, plain);
      for (const row of rows) expect(row).not.toMatch(/NaN|undefined/);
    }),
    { numRuns: 30 },
  );
});
