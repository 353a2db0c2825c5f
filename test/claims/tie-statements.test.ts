import { describe, expect, it } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from './thread-of.ts';

/** What is stated of the first measured claim: a percentage, or a factor. */
function statedOf(text: string): number | null {
  const { claims } = findClaims(threadOf('usb: frob: batch completions', text), LIMITS).value;
  const stated = claims.find(({ kind }) => kind === 'measured')?.stated;
  return stated?.percent ?? stated?.factor ?? null;
}

describe('a percentage that does not fit the figures beside it', () => {
  it.each([
    'Reads go from 30.2 MB/s to 35.1 MB/s, which is 50% faster.',
    'Reads go from 30.2 MB/s to 35.1 MB/s (+50%).',
    'A 50% gain (30.2 MB/s to 35.1 MB/s).',
    'Reads: 30.2 MB/s -> 35.1 MB/s, 50% more throughput.',
  ])('is about them where it plainly is: %s', (text) => {
    expect(statedOf(text)).toBe(50);
  });

  it.each([
    ['of another metric', 'Reads go from 30.2 MB/s to 35.1 MB/s with 50% fewer interrupts.'],
    ['of another thing', 'Reads go from 30.2 MB/s to 35.1 MB/s with 50% fewer packets.'],
    ['in a bracket before', 'With HZ=100 instead of 1000 (10x less) reads go from 30.2 MB/s to 35.1 MB/s.'],
    ['of another version', 'In an earlier version I saw a 30% gain, now 30.2 MB/s -> 35.1 MB/s.'],
    ['in another sentence', 'On ARM I saw a 30% gain. Here it is 30.2 MB/s -> 35.1 MB/s.'],
    ['hoped for', 'The series should give 30% more: here 30.2 MB/s -> 35.1 MB/s.'],
  ])('is left alone where it may be about something else: %s', (_, text) => {
    expect(statedOf(text)).toBeNull();
  });
});
