import { expect, it } from 'vitest';
import { auditDigits } from '../../src/verdict/digits-coincide.ts';
import { claimOf } from './claim-builder.ts';

const difference = (before: number, after: number) =>
  auditDigits(claimOf({ unit: 'Mbit/s', before, after })).map(({ numbers }) => numbers['difference']);

it('equal decimals and a round difference are asked about', () => {
  expect(difference(933.86, 983.86)).toEqual([50]);
  expect(difference(983.86, 933.86)).toEqual([-50]);
  const [finding] = auditDigits(claimOf({ unit: 'Mbit/s', before: 933.86, after: 983.86 }));
  expect(finding).toMatchObject({ kind: 'digits-coincide', severity: 'info' });
  expect(finding?.text).toContain('exactly 50.00');
});

it.each([
  ['other decimals', 830.18, 882.75],
  ['a difference that is not round', 933.86, 938.86],
  ['too few decimals to tell', 30.5, 40.5],
  ['whole numbers', 100, 150],
  ['equal figures', 33.44, 33.44],
])('%s are left alone', (_, before, after) => expect(difference(before, after)).toEqual([]));
