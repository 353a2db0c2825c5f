import { expect, it } from 'vitest';
import { auditGroupFactor } from '../../src/verdict/group-factor.ts';
import { claimsOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const about = (value: number, error: number) => ({ value, error });
const rate: Sketch = {
  unit: 'MB/s',
  group: 'arm',
  quantity: 'rate',
  before: about(33, 4),
  after: about(190, 30),
  stated: { factor: 5, text: '5 times acceleration' },
};
const time: Sketch = {
  unit: 'us',
  group: 'arm',
  quantity: 'time',
  metric: 'time',
  before: about(3000, 400),
  after: about(50, 10),
};

function texts(...sketches: readonly Sketch[]): readonly string[] {
  const { claims } = claimsOf(...sketches);
  return claims.flatMap((claim) => auditGroupFactor(claim, claims, settings).map(({ text }) => text));
}

it('a factor that fits the rate and not the time of the same transfer says so', () => {
  expect(texts(rate, time)).toEqual([
    '"5 times acceleration" fits the rate (5.76 ± 1.15), not the time as printed (60 ± 14.4).',
  ]);
});

it('a factor that fits both has nothing to say', () => {
  expect(texts(rate, { ...time, before: about(300, 40) })).toEqual([]);
});

it('a factor of another group, or one that fits nothing, speaks of nobody else', () => {
  expect(texts(rate, { ...time, group: 'x86' })).toEqual([]);
  expect(texts({ ...rate, stated: { factor: 20, text: '20 times' } }, time)).toEqual([]);
  expect(texts({ ...rate, stated: { percent: 5, text: '5%' } }, time)).toEqual([]);
});
