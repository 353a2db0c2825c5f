import { describe, expect, it } from 'vitest';
import type { Claims } from '../../src/claims/claim.ts';
import { auditDrift, auditMany } from '../../src/verdict/across-claims.ts';
import { claimsOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

/** The kind of ± is known: five runs, standard deviation. */
function measured(pairs: readonly (readonly [number, number])[]): Claims['claims'] {
  const { claims } = claimsOf(
    ...pairs.map(
      ([before, after]): Sketch => ({
        unit: 'MB/s',
        before: { value: before, error: 2, runs: 5 },
        after: { value: after, error: 2, runs: 5 },
      }),
    ),
  );
  const known = { errorKind: 'sd' } as const;
  return claims.map((claim) => ({
    ...claim,
    before: claim.before && { ...claim.before, ...known },
    after: claim.after && { ...claim.after, ...known },
  }));
}

describe('many comparisons of one mail', () => {
  it('lose what is significant only alone', () => {
    const found = auditMany(
      measured([
        [100, 103.5],
        [100, 100],
        [100, 101],
        [100, 100.5],
      ]),
    );
    expect(found.map(({ claims }) => claims)).toEqual([['c1']]);
    expect(found[0]?.numbers['p']).toBeCloseTo(0.0245, 3);
    expect(found[0]?.numbers['adjustedP']).toBeCloseTo(0.0978, 3);
  });

  it('keep what is significant among all', () => {
    expect(
      auditMany(
        measured([
          [100, 110],
          [100, 100],
          [100, 101],
        ]),
      ),
    ).toEqual([]);
  });

  it('leave out figures whose ± is not explained', () => {
    const { claims } = claimsOf({
      unit: 'MB/s',
      before: { value: 100, error: 2 },
      after: { value: 103.5, error: 2 },
    });
    expect(auditMany([...claims, ...claims, ...claims])).toEqual([]);
  });
});

describe('a stated gain', () => {
  const at = (messageId: string, factor: number): Sketch => ({
    unit: 'MB/s',
    quantity: 'rate',
    before: 33,
    after: 190,
    stated: { factor, text: `${factor} times` },
    where: { messageId, line: 1, text: '' },
  });
  const drift = (...sketches: readonly Sketch[]) => auditDrift(claimsOf(...sketches).claims, settings);

  it('that moves between two mails is noted on both', () => {
    const [finding, ...rest] = drift(at('v1', 5), at('v6', 3.3));
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ severity: 'info', claims: ['c1', 'c2'] });
    expect(finding?.text).toBe(
      'the stated change of rate moves between the mails: "5 times", then "3.3 times".',
    );
  });

  it('that is said again, of another quantity or in the same mail, is no drift', () => {
    expect(drift(at('v1', 5), at('v2', 5))).toEqual([]);
    expect(drift(at('v1', 5), { ...at('v2', 3), quantity: 'time' })).toEqual([]);
    expect(drift(at('v1', 5), at('v1', 3))).toEqual([]);
  });
});
