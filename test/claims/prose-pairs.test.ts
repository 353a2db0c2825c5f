import { describe, expect, test } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from './thread-of.ts';

function pairIn(text: string): readonly unknown[] {
  const { claims } = findClaims(threadOf('usb: frob: batch completions', text), LIMITS).value;
  return claims.map(({ before, after, unit }) => [before?.value ?? null, after?.value ?? null, unit]);
}

describe('each figure with its side behind it', () => {
  test.each([
    ['The disk reads at 118.4 MB/s before and 118.1 MB/s after this patch.', [118.4, 118.1, 'MB/s']],
    ['The disk reads at 118.4 MB/s before, 120.1 MB/s after.', [118.4, 120.1, 'MB/s']],
    ['It moves 31 MB/s without this patch and 45 MB/s with it.', [31, 45, 'MB/s']],
    ['It moves 45 MB/s with this patch and 31 MB/s without it.', [31, 45, 'MB/s']],
    ['It moves 45 MB/s after the change, but 31 MB/s before.', [31, 45, 'MB/s']],
  ])('%s', (text, pair) => expect(pairIn(text)).toEqual([pair]));
});

describe('how many runs', () => {
  const runsOf = (text: string) =>
    findClaims(threadOf('usb: frob: batch completions', text), LIMITS).value.claims[0]?.before?.runs ?? null;

  test.each([
    ['From 31 MB/s to 45 MB/s; each figure is the mean of 12 runs.', 12],
    ['I ran dd 10 times: from 31 MB/s to 45 MB/s.', 10],
    ['From 31 MB/s to 45 MB/s. Each command wakes the thread 3 times.', null],
    ['From 31 MB/s to 45 MB/s, nearly 5 times less waiting.', null],
  ])('%s', (text, runs) => expect(runsOf(text)).toBe(runs));
});
