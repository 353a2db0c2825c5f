import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import { auditStated } from '../../src/verdict/own-table.ts';
import { claimOf, claimsOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

/** Kind and severity of each finding, shortest form. */
function check(sketch: Sketch, expected: readonly string[], others: readonly Sketch[] = []): void {
  const { claims } = claimsOf(sketch, ...others);
  const [claim] = claims;
  if (claim === undefined) throw new Error('no claim');
  const found = auditStated(claim, claims, settings);
  expect(found.map(({ kind, severity }) => `${kind} ${severity}`)).toEqual(expected);
}

const net = { unit: 'Mbit/s', workload: 'net-rx' } as const;
const says = (percent: number, text: string, direction: 'up' | 'down' | null = null) => ({
  percent,
  text,
  direction,
});
const times = (factor: number, text: string) => ({ factor, text });

describe('a stated percentage', () => {
  it.each([
    ['rounds to the figures', 933.86, 983.86, says(5, 'about 5% for RX', 'up')],
    ['is cut off instead of rounded', 693, 91, says(86.8, '-86.8%', 'down')],
    ['is not far from them and said to be about', 100, 106.1, says(5, 'about 5%')],
    ['is a bound that holds', 100, 136, says(30, 'more than 30%')],
    ['is an upper bound that holds', 100, 122, says(30, 'up to 30%')],
    ['is the share that is left', 200, 100, says(50, 'down to 50%')],
    ['counts the old value in', 100, 300, says(300, '300% of the old rate')],
  ])('that %s is left alone', (_, before, after, stated) => check({ ...net, before, after, stated }, []));

  it('that the rounding of both can not bridge is an error', () => {
    check({ ...net, before: 830.18, after: 882.75, stated: says(2, '2% for TX', 'up') }, [
      'stated-mismatch error',
    ]);
  });

  it('says what differs in the words of the mail', () => {
    const table = claimOf({ ...net, before: 830.18, after: 882.75, stated: says(2, '2% for TX', 'up') });
    const prose = { ...table, where: { ...table.where, text: 'TX: 830.18 to 882.75 Mbit/s, 2% for TX' } };
    const said = (claim: Claim) => auditStated(claim, [claim], settings)[0]?.text;
    expect(said(table)).toBe('says "2% for TX"; the table\'s own figures give +6.3 %.');
    expect(said(prose)).toBe('says "2% for TX"; its own figures give +6.3 %.');
  });

  it('that misses by little is a warning', () => {
    check({ ...net, before: 100.5, after: 112.4, stated: says(11.2, '11.2%') }, ['stated-mismatch warning']);
  });

  it('that is a round figure for an odd one is only noted', () => {
    check({ ...net, before: 921, after: 607, stated: says(30, 'slower by 30%', 'down') }, [
      'stated-mismatch info',
    ]);
  });

  it('that only the rounding of the figures can bridge is only noted', () => {
    check(
      {
        unit: '%',
        metric: 'cpu-load',
        better: 'lower',
        before: 88,
        after: 74,
        stated: says(17, '-17%', 'down'),
      },
      ['stated-mismatch info'],
    );
  });

  it('in percentage points is named as such', () => {
    check(
      { unit: '%', metric: 'cpu-load', better: 'lower', before: 16, after: 9.6, stated: says(6.4, '6.4%') },
      ['unit-ambiguous info'],
    );
  });

  it('of the new value is named as such', () => {
    check({ ...net, before: 80, after: 100, stated: says(20, '20% better') }, ['mixed-baseline info']);
  });

  it('of speed over a time is ordinary speech', () => {
    check(
      {
        unit: 'us',
        metric: 'time',
        better: 'lower',
        before: 125,
        after: 100,
        stated: says(25, '25% faster'),
      },
      [],
    );
  });

  it('of the other direction is asked about', () => {
    check({ ...net, before: 100, after: 95, stated: says(5, 'improves by 5%', 'up') }, [
      'stated-mismatch warning',
    ]);
  });

  it('that falls where the time fell goes the right way', () => {
    check(
      { unit: 'us', metric: 'time', better: 'lower', before: 100, after: 95, stated: says(5, '-5%', 'down') },
      [],
    );
  });
});

describe('a stated percentage that fits another pair', () => {
  const hard = { value: 34.26, label: 'hard interrupt' };
  const tasklet = { value: 34.29, label: 'tasklet' };
  const threaded = { value: 33.44, label: 'threaded' };
  const stated = says(2.4, '2.4% degradation for threaded interrupts as compared to tasklets', 'down');
  const pairs: readonly Sketch[] = [
    { unit: 'MB/s', before: hard, after: threaded },
    { unit: 'MB/s', before: hard, after: tasklet },
  ];

  it('with one of the same sides is a mixed baseline, not a mismatch', () => {
    check(
      { id: 'c9', unit: 'MB/s', before: tasklet, after: threaded, stated },
      ['mixed-baseline info'],
      pairs,
    );
  });

  it('is found among the configurations of the claim itself', () => {
    const values = claimsOf(...pairs).claims.flatMap(({ before, after }) =>
      [before, after].filter((side) => side !== null),
    );
    check({ unit: 'MB/s', before: tasklet, after: threaded, stated, values }, ['mixed-baseline info']);
  });

  it('of another claim is taken for a sentence about that claim', () => {
    const other: Sketch = { ...net, quantity: 'TX', before: 830.18, after: 882.75 };
    check(
      { ...net, quantity: 'RX', before: 900, after: 910, stated: says(6.3, '6.3%') },
      ['mixed-baseline info'],
      [other],
    );
  });
});

describe('a stated factor', () => {
  const slow = { value: 33, error: 4 };
  const fast = { value: 190, error: 30 };

  it.each([
    [
      'within the ± of both figures',
      { unit: 'MB/s', before: slow, after: fast, stated: times(5, '5 times') },
    ],
    [
      'for a time that falls',
      { unit: 'us', before: 299.26, after: 10.85, stated: times(27.6, '27.6 times faster') },
    ],
    ['in words', { unit: 'us', before: 101, after: 49, stated: times(0.5, 'halves') }],
    [
      'that counts the first time in',
      { unit: 'MB/s', before: 10, after: 60, stated: times(5, '5 times more') },
    ],
  ])('%s is left alone', (_, sketch) => check(sketch, []));

  it('that the printed times do not give is a mismatch', () => {
    const sketch = { unit: 'us', before: { value: 3000, error: 400 }, after: { value: 50, error: 10 } };
    check({ ...sketch, stated: times(5, '5 times acceleration') }, ['stated-mismatch error']);
  });
});

describe('a claim without two figures and a statement', () => {
  it.each([
    ['no statement', { unit: 'MB/s', before: 1, after: 2 }],
    ['one side', { unit: 'MB/s', after: 2, stated: says(5, '5%') }],
    ['a zero', { unit: 'MB/s', before: 0, after: 2, stated: says(5, '5%') }],
    ['prose alone', { unit: 'MB/s', kind: 'stated-only', stated: says(5, '5%') }],
  ] as const)('has nothing to compare: %s', (_, sketch) => check(sketch, []));
});
