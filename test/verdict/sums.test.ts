import { describe, expect, it } from 'vitest';
import { auditSum } from '../../src/verdict/sums.ts';
import { claimsOf, type Sketch } from './claim-builder.ts';

const row = (quantity: string, line: number, before: number, after: number): Sketch => ({
  unit: '%',
  metric: 'cpu-load',
  better: 'lower',
  group: 'top',
  quantity,
  before,
  after,
  where: { messageId: 'm', line, text: '' },
});
const found = (...sketches: readonly Sketch[]) => {
  const { claims } = claimsOf(...sketches);
  return claims.flatMap((claim) => auditSum(claim, claims).map(({ text }) => `${claim.id}: ${text}`));
};

describe('a total', () => {
  it('that holds its parts, or more, has nothing to say', () => {
    expect(found(row('worker', 1, 7.7, 5.8), row('irq', 2, 3.8, 3.2), row('sum of CPU', 3, 16, 9.6))).toEqual(
      [],
    );
    expect(found(row('worker', 1, 7.7, 5.8), row('irq', 2, 3.8, 3.2), row('total', 3, 11.5, 9))).toEqual([]);
  });

  it('that is less than its parts is asked about', () => {
    expect(found(row('worker', 1, 7.7, 5.8), row('irq', 2, 3.8, 3.2), row('total', 3, 11.5, 6))).toEqual([
      'c3: total is 6 %, its 2 parts come to 9 %.',
    ]);
  });

  it('needs two parts of the same unit above it', () => {
    expect(found(row('worker', 1, 7.7, 5.8), row('total', 3, 2, 1))).toEqual([]);
    expect(found(row('total', 1, 2, 1), row('worker', 2, 7.7, 5.8), row('irq', 3, 3.8, 3.2))).toEqual([]);
    const rates = (quantity: string, line: number): Sketch => ({
      ...row(quantity, line, 2, 1),
      unit: 'MB/s',
      metric: 'throughput',
    });
    expect(found(rates('one', 1), rates('two', 2), rates('total', 3))).toEqual([]);
  });
});
