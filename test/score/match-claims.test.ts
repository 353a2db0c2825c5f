import { describe, expect, it } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from '../claims/thread-of.ts';
import type { LabelledClaim } from './labels.ts';
import { matchClaims } from './match-claims.ts';

const { claims } = findClaims(threadOf('usb: frob', 'RX went from 900 Mbit/s to 950 Mbit/s.'), LIMITS).value;

function label(baseline: number | null, patched: number | null, unit: string): LabelledClaim {
  return { metric: 'rx', unit, baseline, patched, delta_percent_as_stated: null, line: '' };
}

describe('matchClaims', () => {
  it.each([
    [900, 950, 'Mbit/s'],
    [0.9, 0.95, 'Gbit/s'],
    [900, 950, 'Mbps'],
  ])('counts %d to %d %s as found', (before, after, unit) => {
    expect(matchClaims([label(before, after, unit)], claims).hits).toHaveLength(1);
  });

  it.each([
    ['swapped sides', 950, 900, 'Mbit/s'],
    ['another value', 900, 990, 'Mbit/s'],
    ['bytes for bits', 900, 950, 'MB/s'],
    ['one side only', null, 950, 'Mbit/s'],
  ])('counts %s as a miss and the claim as an extra', (_, before, after, unit) => {
    const { misses, extras } = matchClaims([label(before, after, unit)], claims);
    expect([misses.length, extras.length]).toEqual([1, 1]);
  });

  it('lets one claim answer one label', () => {
    const twice = [label(900, 950, 'Mbit/s'), label(900, 950, 'Mbit/s')];
    expect(matchClaims(twice, claims).misses).toHaveLength(1);
  });
});
