import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Claims } from '../../src/claims/claim.ts';
import { findClaims } from '../../src/claims/find-claims.ts';
import { claimLimits, readThread } from '../score/read-thread.ts';

const SEEDS = new URL('../../../shared/seeds/', import.meta.url).pathname;

/** [what is measured, before, after, unit, percent to three decimals] */
type Expected = readonly (readonly [string, number, number, string, number])[];

const XHCI: Expected = [
  ['hard drive', 103.667, 103.692, 'MB/s', 0.024],
  ['flash memory', 129.727, 130.2, 'MB/s', 0.365],
  ['Webcam', 26.4451, 26.3949, 'fps', -0.19],
  ['RX', 933.86, 983.86, 'Mbit/s', 5.354],
  ['TX', 830.18, 882.75, 'Mbit/s', 6.332],
];

const FIGURES: Readonly<Record<string, Expected>> = {
  '000': XHCI,
  '001': [
    ['', 34.26, 33.44, 'MB/s', -2.393],
    ['', 34.26, 34.29, 'MB/s', 0.088],
    ['', 34.29, 33.44, 'MB/s', -2.479],
  ],
  '002': XHCI,
  '003': [
    ['skb_queue_tail', 2.21, 0, '%', -100],
    ['usbnet_bh', 11.58, 7.62, '%', -34.197],
    ['skb_dequeue', 6.43, 4.63, '%', -27.994],
    ['consume_skb', 1.68, 1.76, '%', 4.762],
  ],
  '004': [
    ['rate', 4.1, 4.4, 'GBps', 7.317],
    ['time', 2.5, 2.4, 'usec', -4],
    ['rate', 33, 190, 'MBps', 475.758],
    ['time', 3000, 50, 'usec', -98.333],
  ],
};

async function claimsOf(seed: string): Promise<Claims> {
  const name = readdirSync(SEEDS).find((file) => file.startsWith(seed));
  const [series] = await readThread(join(SEEDS, name ?? ''));
  if (!series) throw new Error(`no series in seed ${seed}`);
  return findClaims(series, claimLimits).value;
}

describe.skipIf(!existsSync(SEEDS))('the claims of the seed documents', () => {
  it.each(Object.entries(FIGURES))(
    'are those of seed %s, to three decimals of a percent',
    async (seed, expected) => {
      const { claims } = await claimsOf(seed);
      const pairs = claims.filter((claim) => claim.before && claim.after);
      expect(pairs).toHaveLength(expected.length);
      for (const [at, [name, before, after, unit, delta]] of expected.entries()) {
        expect(pairs[at]).toMatchObject({ unit, before: { value: before }, after: { value: after } });
        expect(pairs[at]?.quantity).toContain(name === '' ? 'throughput' : name);
        expect(pairs[at]?.deltaPercent).toBeCloseTo(delta, 3);
      }
    },
  );

  it.each(['000', '002'])('tie what the prose states to RX and TX in seed %s', async (seed) => {
    const { claims } = await claimsOf(seed);
    const stated = claims
      .filter((claim) => claim.kind === 'measured' && claim.stated)
      .map((claim) => [claim.quantity, claim.stated?.percent]);
    expect(stated).toEqual([
      ['RX', 5],
      ['TX', 2],
    ]);
    expect(claims[0]).toMatchObject({ kind: 'qualitative', metric: 'hardirq-time', better: 'lower' });
  });

  it('know the circumstances that the xhci mail states', async () => {
    const { claims } = await claimsOf('000');
    expect(claims.map((claim) => claim.after?.runs ?? null)).toEqual([null, 10, 10, null, null, null]);
    expect(claims.at(-1)?.conditions).toMatchObject({
      tools: ['pktgen', 'vnstat'],
      frameBytes: 1500,
      speed: 'super',
    });
    expect(claims[1]).toMatchObject({
      machine: 'Intel i5-7600 @ 3.5GHz',
      device: 'WD My Passport 2TB (external hard drive)',
      workload: 'storage-read',
    });
  });

  it('hold the rates that the EHCI mail gives alone, in one group', async () => {
    const { claims } = await claimsOf('001');
    const alone = claims.filter((claim) => claim.before === null && claim.after);
    expect(alone.map((claim) => [claim.metric, claim.after?.base])).toEqual([
      ['throughput', 120e6],
      ['irq-rate', 3000],
      ['context-switch-rate', 6000],
    ]);
    expect(new Set(alone.map((claim) => claim.group)).size).toBe(1);
    expect(claims.filter((claim) => claim.values.length === 3)).toHaveLength(3);
    expect(claims.find((claim) => claim.stated)?.stated).toMatchObject({ percent: 2.4, direction: 'down' });
  });

  it('come with what reading alone shows', async () => {
    const kindsOf = async (seed: string): Promise<readonly string[]> =>
      (await claimsOf(seed)).findings.map((finding) => finding.kind);
    expect(await kindsOf('003')).toEqual(['instruction-count-only', 'forced-path']);
    expect(await kindsOf('004')).toEqual(['retracted']);
  });

  it('say absent where a function is missing from the later listing', async () => {
    const { claims } = await claimsOf('003');
    expect(claims[0]?.after).toMatchObject({ value: 0, label: 'jump to rx_cleanup directly (absent)' });
  });

  it('keep errors, buffer and machines of the pwc mail apart', async () => {
    const { claims } = await claimsOf('004');
    expect(claims.map((claim) => [claim.before?.error, claim.after?.error])).toEqual([
      [0.9, 1],
      [1, 1.2],
      [4, 30],
      [400, 10],
    ]);
    expect(claims.map((claim) => claim.stated?.factor ?? null)).toEqual([null, null, 5, null]);
    expect(new Set(claims.map((claim) => claim.conditions.bufferBytes))).toEqual(new Set([9600]));
    expect(new Set(claims.map((claim) => claim.group)).size).toBe(2);
  });
});
