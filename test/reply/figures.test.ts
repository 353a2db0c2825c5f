import { describe, expect, test } from 'vitest';
import { claimedFigures, percentInterval, percentWithSign } from '../../src/reply/figures.ts';
import { claimOf, side } from '../support/reports.ts';

describe('percentWithSign', () => {
  test.each([
    [5.354, '+5.35 %'],
    [-0.19, '−0.19 %'],
    [0, ' 0.00 %'],
    [-71.3, '−71.3 %'],
    [475.76, '+476 %'],
  ])('%d is shown as %j', (percent, shown) => expect(percentWithSign(percent)).toBe(shown));
});

test('an interval has one precision, that of its coarser bound', () => {
  expect(percentInterval({ p05: -71.26, p95: -3.8 })).toBe('−71.3 … −3.8 %');
});

describe('claimedFigures', () => {
  test('keeps the author’s unit and spread', () => {
    const claim = claimOf({
      unit: 'GBps',
      before: side(4.1, 'coherent', 0.9),
      after: side(4.4, 'kmalloc', 1),
    });
    expect(claimedFigures(claim)).toBe('4.1 ± 0.9 → 4.4 ± 1 GBps');
  });

  test('quotes the words of a claim without figures', () => {
    const stated = {
      percent: null,
      factor: null,
      direction: 'down',
      text: 'reduces the hard irq time',
    } as const;
    expect(claimedFigures(claimOf({ before: null, after: null, stated }))).toBe(
      '“reduces the hard irq time”',
    );
  });
});
