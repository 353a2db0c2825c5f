import { expect, it } from 'vitest';
import {
  count,
  figure,
  inAuthorsUnit,
  percentRange,
  rounded,
  signedPercent,
} from '../../src/verdict/wording.ts';
import { claimOf } from './claim-builder.ts';

it.each([
  [6.332, '+6.3 %'],
  [-0.19, '−0.19 %'],
  [0.024, '+0.02 %'],
  [-0.0033, '−0.003 %'],
  [475.76, '+476 %'],
  [0, '+0.00 %'],
])('%f percent is written %s', (percent, text) => expect(signedPercent(percent)).toBe(text));

it('an interval says the unit once', () => expect(percentRange(-0.05, 0.1)).toBe('−0.05 … +0.10 %'));

it.each([
  [984.251968, 6, '984.252'],
  [290.909, 3, '291'],
  [2929.6875, 3, '2930'],
  [53.248, 6, '53.248'],
  [100, 6, '100'],
  [0.00345, 2, '0.0034'],
  [0, 3, '0'],
])('%f in %i digits is %s', (value, digits, text) => expect(rounded(value, digits)).toBe(text));

it('figures keep the unit and the ± of their author', () => {
  const claim = claimOf({ unit: 'MB/s', before: { value: 33, error: 4 }, after: 190 });
  expect(claim.before && figure(claim.before, claim.unit)).toBe('33 ± 4 MB/s');
  expect(inAuthorsUnit(claim, 53.248e6)).toBeCloseTo(53.248, 9);
  expect(inAuthorsUnit(claimOf({ unit: 'MB/s' }), 5)).toBe(5);
});

it('small counts are words', () => {
  expect([0, 1, 12, 13].map(count)).toEqual(['no', 'one', 'twelve', '13']);
});
