import { describe, expect, it } from 'vitest';
import { auditRateTime } from '../../src/verdict/rate-time.ts';
import { claimsOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const about = (value: number, error: number) => ({ value, error });

const x86Rate: Sketch = {
  unit: 'GB/s',
  group: 'x86',
  workload: 'memcpy',
  before: about(4.1, 0.9),
  after: about(4.4, 1),
};
const x86Time: Sketch = {
  unit: 'us',
  group: 'x86',
  metric: 'time',
  before: about(2.5, 1),
  after: about(2.4, 1.2),
};
const armRate: Sketch = {
  unit: 'MB/s',
  group: 'arm',
  workload: 'memcpy',
  before: about(33, 4),
  after: about(190, 30),
};
const armTime: Sketch = {
  unit: 'us',
  group: 'arm',
  metric: 'time',
  before: about(3000, 400),
  after: about(50, 10),
};

const found = (...sketches: readonly Sketch[]) => [...auditRateTime(claimsOf(...sketches).claims, settings)];

describe('rate times time', () => {
  it('names the row whose product stands out and the time that would close it', () => {
    const buffer = { conditions: { bufferBytes: 9600 } };
    const [first, ...rest] = found(x86Rate, x86Time, { ...armRate, ...buffer }, armTime);
    expect(rest).toEqual([]);
    const [id, findings] = first ?? ['', []];
    expect(id).toBe('c4');
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ kind: 'rate-time-mismatch', severity: 'error' });
    expect(findings[0]?.numbers['bytes']).toBeCloseTo(99000, 6);
    expect(findings[0]?.numbers['neededTime']).toBeCloseTo(290.909, 3);
    expect(findings[0]?.text).toContain('33 MB/s gives 291 us');
    expect(findings[0]?.text).toContain('9500, 10250, 10560 B (buffer 9600 B)');
  });

  it('needs no stated buffer when the other rows agree', () => {
    const [first] = found(x86Rate, x86Time, armRate, armTime);
    expect(first?.[1][0]?.severity).toBe('error');
    expect(first?.[1][0]?.numbers['agreedBytes']).toBeGreaterThan(9400);
    expect(first?.[1][0]?.numbers['agreedBytes']).toBeLessThan(10600);
  });

  it('does not say which of two rows is off', () => {
    const severities = found(armRate, armTime).flatMap(([, findings]) =>
      findings.map(({ severity }) => severity),
    );
    expect(severities).toEqual(['warning', 'warning']);
  });

  it('closes within the ± of the figures', () => {
    const right = { ...armTime, before: about(300, 40) };
    expect(found(x86Rate, x86Time, armRate, right)).toEqual([]);
  });

  it('is left alone below the factor that could be another buffer', () => {
    const near = { ...armTime, before: { value: 500, error: 1 } };
    expect(found(x86Rate, x86Time, armRate, near)).toEqual([]);
  });

  it('counts bits as bits', () => {
    const rate: Sketch = {
      unit: 'Mbit/s',
      group: 'a',
      before: 80,
      after: 160,
      conditions: { bufferBytes: 1000 },
    };
    const time: Sketch = { unit: 'us', group: 'a', metric: 'time', before: 100, after: 50 };
    expect(found(rate, time)).toEqual([]);
  });

  it('compares nothing when a group holds two rates', () => {
    expect(found(armRate, { ...armRate, quantity: 'other' }, armTime)).toEqual([]);
  });

  it('compares nothing without a group, a side or a positive figure', () => {
    expect(found({ ...armRate, group: null }, { ...armTime, group: null })).toEqual([]);
    expect(found({ ...armRate, before: null }, armTime)).toEqual([]);
    expect(found({ ...armRate, before: 0 }, { ...armTime, before: 0 })).toEqual([]);
  });
});
