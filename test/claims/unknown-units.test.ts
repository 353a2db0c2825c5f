import { expect, test } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from './thread-of.ts';

function unknownIn(text: string): readonly unknown[] {
  const { problems } = findClaims(threadOf('usb: frob: batch completions', text), LIMITS);
  return problems.map((problem) =>
    problem.code === 'unit-unknown' ? [problem.unit, problem.at.line] : problem.code,
  );
}

test.each([
  ['Faster:\nbefore: 12.5 zorkmids/s\nafter: 25 zorkmids/s\n', [['zorkmids/s', 2]]],
  ['12.5 zorkmids/s -> 25 zorkmids/s', [['zorkmids/s', 1]]],
  ['before: 12.5 MB/s\nafter: 25 MB/s\nwithout it: 3 zorkmids/s', []],
  ['The ring holds 12 entries/slot and we count 3 frobs/s here.', []],
])('%j names what could not be read', (text, units) => expect(unknownIn(text)).toEqual(units));
