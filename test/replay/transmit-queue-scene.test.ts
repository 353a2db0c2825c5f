import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import type { Model } from '../../src/model/hcd.ts';
import { replayClaim } from '../../src/replay/replay-claim.ts';
import { claimOf, hcdOf, modelOf, sideOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const SETTINGS = configured();
const DRAWS = 16;
const XHCI = withBh(hcdOf());
const LIMITED = { ...XHCI, byteQueueLimits: true } as const;
const ADDED = modelOf(XHCI, LIMITED, { era: 'E4' });
const REMOVED = modelOf(LIMITED, XHCI, { era: 'E4' });

function ping(before: number, after: number, quantity: string, more: Partial<Claim> = {}): Claim {
  return claimOf({
    metric: 'latency',
    quantity,
    unit: 'ms',
    baseUnit: 's',
    better: 'lower',
    workload: 'other',
    machine: 'Intel Core i7',
    before: sideOf(before, 'without', 1e-3),
    after: sideOf(after, 'with', 1e-3),
    ...more,
  });
}

function replay(claim: Claim, model: Model = ADDED) {
  return replayClaim(claim, model, SETTINGS, { seed: 1, draws: DRAWS });
}

function played(claim: Claim, model: Model = ADDED) {
  const replayed = replay(claim, model);
  if (replayed.did === 'not') throw new Error(replayed.why.because);
  return replayed.replay;
}

function refusal(claim: Claim): string {
  const replayed = replay(claim);
  return replayed.did === 'not' ? replayed.why.because : 'played';
}

describe('a ping beside an upload', () => {
  test('waits for 300 frames at SuperSpeed, and for next to nothing with the limits', () => {
    const { before, after, calibratedOn } = played(ping(38, 3, 'ping under load, 100 Mbit/s'));
    expect(before.p50).toBeGreaterThan(300 * 123e-6);
    expect(before.p50).toBeLessThan(360 * 123e-6);
    expect(after.p95).toBeLessThan(before.p50 / 3);
    expect(calibratedOn).toContain('nothing');
  });

  test('waits for 60 at high speed, which the figure tells where the text does not', () => {
    const { before } = played(ping(8.5, 2, 'ping under load, 100 Mbit/s'));
    expect(before.p50).toBeGreaterThan(60 * 123e-6);
    expect(before.p50).toBeLessThan(110 * 123e-6);
  });

  test('waits longer when the limits go', () => {
    expect(played(ping(0.6, 1.8, 'ping under load, 2.5 GbE'), REMOVED).deltaPercent.p05).toBeGreaterThan(0);
  });

  test.each([
    ['an idle link', ping(0.4, 0.4, 'ping on an idle gigabit link'), 'does not say that the queue was full'],
    ['no word of load', ping(38, 3, 'ping, 100 Mbit/s'), 'does not say that the queue was full'],
    ['no link', ping(38, 3, 'ping under load'), 'how fast the link'],
    ['two links', ping(38, 3, 'ping under load, gigabit or 100 Mbit/s'), 'how fast the link'],
    ['a figure of another queue', ping(400, 3, 'ping under load, 100 Mbit/s'), 'not that of a full queue'],
  ])('is not played with %s', (_, claim, because) => {
    expect(refusal(claim)).toContain(because);
  });
});

describe('beside byte queue limits', () => {
  const rate = (mbit: number, more: Partial<Claim> = {}): Claim =>
    claimOf({
      quantity: 'iperf3 upload over gigabit',
      unit: 'Mbit/s',
      baseUnit: 'bit/s',
      workload: 'net-tx',
      before: sideOf(mbit, 'without'),
      after: sideOf(mbit, 'with'),
      ...more,
    });

  test('the rate stays', () => {
    expect(played(rate(941)).deltaPercent).toEqual({ p05: 0, p50: 0, p95: 0 });
  });

  test('a rate that leaves the link half empty is not played', () => {
    expect(refusal(rate(400))).toContain('does not fill the link');
  });

  test.each([
    ['receiving', rate(941, { workload: 'net-rx' })],
    ['a load of the CPU', rate(20, { metric: 'cpu-load', unit: '%', baseUnit: '%', workload: 'other' })],
  ])('%s is not played', (_, claim) => {
    expect(refusal(claim)).toContain('played for the latency');
  });
});
