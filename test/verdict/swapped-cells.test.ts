import { describe, expect, it } from 'vitest';
import { auditOrder } from '../../src/verdict/swapped-cells.ts';
import { claimsOf, type Sketch } from './claim-builder.ts';

const row = (quantity: string, before: number, after: number): Sketch => ({
  unit: 'us',
  metric: 'latency',
  better: 'lower',
  group: 'table',
  quantity,
  before,
  after,
});
const found = (...sketches: readonly Sketch[]) => [...auditOrder(claimsOf(...sketches).claims).keys()];

describe('statistics of one configuration', () => {
  it('that rise from minimum to maximum are in order', () => {
    expect(found(row('min', 1, 2), row('p50', 3, 4), row('p99', 5, 6), row('max', 7, 8))).toEqual([]);
  });

  it('that fall are asked about at the one that is too low', () => {
    expect(found(row('min', 1, 2), row('p50', 3, 9), row('max', 7, 8))).toEqual(['c3']);
    expect(found(row('p95', 927, 10), row('p99', 801, 20))).toEqual(['c2']);
  });

  it('an average outside minimum and maximum is asked about', () => {
    expect(found(row('min', 10, 2), row('avg', 3, 4), row('max', 7, 8))).toEqual(['c2', 'c3']);
    expect(found(row('lat max', 7, 8), row('lat avg', 9, 4))).toEqual(['c1']);
  });

  it('an average may lie above any percentile', () => {
    expect(found(row('avg', 9, 9), row('p99', 3, 3), row('max', 100, 100))).toEqual([]);
  });

  it('of different things are not compared', () => {
    expect(found(row('read p99', 1, 2), row('write max', 0.5, 1))).toEqual([]);
    expect(found({ ...row('p50', 5, 5), group: 'a' }, { ...row('max', 1, 1), group: 'b' })).toEqual([]);
  });
});
