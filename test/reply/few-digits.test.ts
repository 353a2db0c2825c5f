import { expect, test } from 'vitest';
import { fewDigits } from '../../src/reply/few-digits.ts';

test.each([
  [12.345678, '12.35'],
  [0.00020004, '0.0002'],
  [1234.5, '1235'],
  [5_000_000, '5000000'],
  [-0.5, '-0.5'],
  [100, '100'],
  [0, '0'],
])('%d is shown as %s', (value, expected) => expect(fewDigits(value)).toBe(expected));
