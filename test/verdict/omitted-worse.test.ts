import { describe, expect, it } from 'vitest';
import { auditOmittedWorse } from '../../src/verdict/omitted-worse.ts';
import { claimsOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const share = {
  unit: '%',
  metric: 'cpu-share',
  better: 'lower',
  workload: 'cpu-profile',
  group: 'profile',
} as const;
const better: Sketch = { ...share, quantity: 'usbnet_bh', before: 11.58, after: 7.62 };
const worse: Sketch = { ...share, quantity: 'consume_skb', before: 1.68, after: 1.76 };

function kinds(sketches: readonly Sketch[], mentionedWorse: readonly string[] = []): readonly string[] {
  const read = { ...claimsOf(...sketches), mentionedWorse };
  return read.claims.flatMap((claim) =>
    auditOmittedWorse(claim, read, settings).map(({ severity }) => `${claim.id} ${severity}`),
  );
}

describe('a metric that got worse', () => {
  it('beside one that got better is noted when the text leaves it out', () => {
    expect(kinds([better, worse])).toEqual(['c2 info']);
  });

  it('by much is a warning', () => {
    const tail: Sketch = {
      unit: 'ms',
      metric: 'latency',
      better: 'lower',
      group: 'fio',
      quantity: 'p95',
      before: 726,
      after: 927,
    };
    const rate: Sketch = { unit: 'MB/s', group: 'fio', before: 1.9, after: 5.5 };
    expect(kinds([rate, tail])).toEqual(['c2 warning']);
  });

  it('that the text admits is left alone', () => {
    expect(kinds([better, worse], ['c2'])).toEqual([]);
    expect(kinds([better, { ...worse, stated: { percent: 5, text: 'consume_skb rises by 5%' } }])).toEqual(
      [],
    );
  });

  it('of a configuration whose loss the text gives against another one is left alone', () => {
    const to = (label: string, value: number) => ({ label, value });
    const [hard, tasklet, threaded] = [to('hard', 34.26), to('tasklet', 34.29), to('threaded', 33.44)];
    const stated = { percent: 2.4, direction: 'down', text: '2.4% degradation' } as const;
    const silent: Sketch = { unit: 'MB/s', before: hard, after: threaded };
    const gain: Sketch = { unit: 'MB/s', before: hard, after: tasklet };
    expect(kinds([silent, gain, { unit: 'MB/s', before: tasklet, after: threaded, stated }])).toEqual([]);
    expect(kinds([silent, gain])).toEqual(['c1 info']);
  });

  it('alone, or beside nothing better, is what the mail is about', () => {
    expect(kinds([worse])).toEqual([]);
    expect(kinds([worse, { ...worse, quantity: 'skb_dequeue' }])).toEqual([]);
  });

  it('by less than noise reaches is left alone', () => {
    const gain: Sketch = { unit: 'MB/s', group: 'dd', before: 100, after: 130 };
    const loss: Sketch = {
      unit: 'MB/s',
      group: 'dd',
      quantity: 'write',
      workload: 'storage-write',
      before: 100,
      after: 96,
    };
    expect(kinds([gain, loss])).toEqual([]);
    expect(kinds([gain, { ...loss, after: 90 }])).toEqual(['c2 info']);
  });

  it('by less than anybody would mention is left alone', () => {
    expect(kinds([better, { ...worse, before: 1.68, after: 1.69 }])).toEqual([]);
  });

  it('beside another metric of another table, or in another mail, is no part of it', () => {
    const rate: Sketch = { unit: 'MB/s', group: 'other', before: 1, after: 2 };
    expect(kinds([rate, worse])).toEqual([]);
    const where = { messageId: 'another', line: 1, text: '' };
    expect(kinds([{ ...better, group: 'other', where }, worse])).toEqual([]);
  });
});
