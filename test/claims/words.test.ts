import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from './thread-of.ts';

function claimsOf(text: string, subject = 'usb: frob: batch completions'): readonly Claim[] {
  return findClaims(threadOf(subject, text), LIMITS).value.claims;
}

describe('a sentence that says nothing changed', () => {
  it.each([
    ['There is no measurable change in throughput with this patch.', 'throughput', 'throughput'],
    ['No performance regression was observed with fio.', 'throughput', 'performance'],
    ['The cpu usage has no obvious difference with and without the patch.', 'cpu-load', 'cpu usage'],
    ['With DMA the latency is almost the same.', 'latency', 'latency'],
  ])('is a claim in words: %s', (text, metric, quantity) => {
    const [claim, ...more] = claimsOf(text);
    expect(more).toEqual([]);
    expect(claim).toMatchObject({ kind: 'qualitative', metric, quantity, better: null });
    expect(claim?.stated).toMatchObject({ percent: null, factor: null, direction: null });
  });

  it.each([
    'No functional change intended.',
    'There should be no performance impact.',
    'The patch has no impact on CPU usage.',
    'No change in behaviour was observed.',
    '> There is no measurable change in throughput with this patch.',
  ])('is none where nobody looked, or at something else: %s', (text) => {
    expect(claimsOf(text)).toEqual([]);
  });
});

describe('a title', () => {
  it('claims what it says', () => {
    const [claim] = claimsOf(
      'Batch them.\n',
      '[PATCH v2 1/2] usb: frob: cut giveback latency from 40us to 12us',
    );
    expect(claim).toMatchObject({
      quantity: 'cut giveback latency',
      before: { value: 40 },
      after: { value: 12 },
      where: { line: 1, text: 'cut giveback latency from 40us to 12us' },
    });
  });

  it.each([
    ['[PATCH] usb: frob: improve read throughput by 30%', { percent: 30, direction: 'up' }],
    ['[PATCH] mmc: frob: 2x faster writes', { factor: 2, direction: 'up' }],
  ])('states what no figures stand beside: %s', (subject, stated) => {
    expect(claimsOf('Batch them.\n', subject)).toMatchObject([{ kind: 'stated-only', stated }]);
  });

  it('is not counted beside the text that says the same', () => {
    const text = 'Batching cuts the giveback latency from 40us to 12us.';
    const claims = claimsOf(text, '[PATCH] usb: frob: cut giveback latency from 40us to 12us');
    expect(claims.map(({ where }) => where.text)).toEqual([text]);
  });

  it.each([
    'Re: [PATCH] usb: frob: improve read throughput by 30%',
    '[PATCH] usb: storage: limit transfers to 240 KB',
    '[PATCH] usb: frob: increase the timeout from 500ms to 5000ms',
    '[PATCH 3/10] usb: frob: add support for 10 Gbps',
  ])('claims nothing as "%s"', (subject) => {
    expect(claimsOf('Batch them.\n', subject)).toEqual([]);
  });
});

describe('factors in words', () => {
  it.each([
    ['The copy is ten times faster with this series.', 10],
    ['Throughput improves by an order of magnitude with this patch.', 10],
    ['This patch doubles the throughput.', 2],
    ['With this change DMA provides 2x throughput compared to PIO.', 2],
  ])('are factors: %s', (text, factor) => {
    expect(claimsOf(text)).toMatchObject([{ kind: 'stated-only', stated: { factor, direction: 'up' } }]);
  });

  it.each([
    'Disable bottom halves before disabling interrupts, now that the series takes the lock there.',
    'That is twice the number of requests that now create interrupts.',
    'The throughput test was run three times with this patch.',
  ])('are none in "%s"', (text) => {
    expect(claimsOf(text)).toEqual([]);
  });
});

describe('numbers that nobody claims', () => {
  it.each([
    'The TX/RX bulk size is 128/512 bytes.',
    'test 27, 107.23 secs -> 1000 / 107 = 9MB/s',
    'v2: udelay 10us instead of 20us as the documentation says',
    'I hacked the code to use 1 usec instead of 1000000',
    'Depending on the configuration it might take from 800 to 1000 ms.',
    'The value is a guess: we tried from 10ms and reached to 50ms.',
    'Before:\nPacket(55) Dir(?) Full Speed J(997.118 us) Idle(  2.850 us)\nAfter:\nPacket(55) Dir(?) Full Speed J(997.100 us) Idle(  2.850 us)',
    'Before:\n4 packets captured\nAfter:\n2 packets captured',
    'Before:\nDentry cache hash table entries: 524288 (order: 10, 4194304 bytes, linear)\nAfter:\nDentry cache hash table entries: 1024 (order: 1, 8192 bytes, linear)',
    'Before:\nroot=/dev/sda1 initramfs_options=size=90% irqpoll\nAfter:\nroot=/dev/sda1 initramfs_options=size=80% irqpoll',
  ])('are no claim: %s', (text) => {
    expect(claimsOf(text)).toEqual([]);
  });

  it('are still claims where they were measured', () => {
    const text = 'The transfer took 12.5 ms instead of 20 ms.';
    expect(claimsOf(text)).toMatchObject([{ before: { value: 20 }, after: { value: 12.5 } }]);
  });
});
