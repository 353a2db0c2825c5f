import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import { auditBlock, auditOutstanding, auditSamples } from '../../src/verdict/iops.ts';
import { claimsOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const line = (number: number) => ({ messageId: 'm', line: number, text: '' });
const iops: Sketch = {
  unit: '/s',
  metric: 'iops',
  quantity: 'read IOPS',
  group: 'fio',
  where: line(10),
  before: 1000,
  after: 2000,
};
const rate: Sketch = {
  unit: 'MB/s',
  quantity: 'read BW',
  group: 'fio',
  where: line(10),
  before: 4.096,
  after: 8.192,
};
const average: Sketch = { ...rate, quantity: 'read bw avg', where: line(11) };
const latency: Sketch = {
  unit: 'ms',
  metric: 'latency',
  better: 'lower',
  quantity: 'read lat avg',
  group: 'fio',
  where: line(12),
  before: 32,
  after: 16,
};

type Audit = (
  claim: Claim,
  all: readonly Claim[],
  with_: typeof settings,
) => readonly { readonly severity: string }[];

function found(audit: Audit, ...sketches: readonly Sketch[]): readonly string[] {
  const { claims } = claimsOf(...sketches);
  return claims.flatMap((claim) =>
    audit(claim, claims, settings).map(({ severity }) => `${claim.id} ${severity}`),
  );
}

describe('a rate over its IOPS', () => {
  it('gives the same block before and after', () => {
    expect(found(auditBlock, iops, rate)).toEqual([]);
  });

  it('that gives two blocks is asked about', () => {
    expect(found(auditBlock, iops, { ...rate, before: 8.192, after: 4.096 })).toEqual(['c2 warning']);
  });

  it('is held against the block the mail names', () => {
    const conditions = { bufferBytes: 8192 };
    expect(found(auditBlock, iops, { ...rate, conditions })).toEqual(['c2 warning']);
    expect(found(auditBlock, iops, { ...rate, conditions: { bufferBytes: 4096 } })).toEqual([]);
  });

  it('is not held against the other direction, another run or a half of a comparison', () => {
    const swapped = { ...rate, before: 8.192, after: 4.096 };
    expect(found(auditBlock, iops, { ...swapped, quantity: 'write BW' })).toEqual([]);
    expect(found(auditBlock, iops, { ...swapped, where: line(20) })).toEqual([]);
    expect(found(auditBlock, iops, { ...swapped, group: 'other' })).toEqual([]);
    expect(found(auditBlock, iops, { ...swapped, before: null })).toEqual([]);
  });
});

describe('a total and the average of its samples', () => {
  it('show the same gain', () => {
    expect(found(auditSamples, rate, average)).toEqual([]);
  });

  it('of several jobs differ by the number of jobs, and that is fine', () => {
    expect(found(auditSamples, rate, { ...average, before: 0.1024, after: 0.2048 })).toEqual([]);
  });

  it('that show two gains are asked about', () => {
    expect(found(auditSamples, rate, { ...average, before: 6.2, after: 6.5 })).toEqual(['c1 warning']);
  });
});

describe('IOPS times latency', () => {
  it('is the same queue before and after', () => {
    expect(found(auditOutstanding, iops, latency)).toEqual([]);
  });

  it('that is another queue is noted', () => {
    expect(found(auditOutstanding, iops, { ...latency, after: 40 })).toEqual(['c2 info']);
  });

  it('counts whole latencies, and averages, only', () => {
    expect(found(auditOutstanding, iops, { ...latency, after: 40, quantity: 'read slat avg' })).toEqual([]);
    expect(found(auditOutstanding, iops, { ...latency, after: 40, quantity: 'read p99' })).toEqual([]);
  });
});
