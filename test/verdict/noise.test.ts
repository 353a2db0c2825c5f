import { describe, expect, it } from 'vitest';
import { auditNoise, noiseReach } from '../../src/verdict/noise.ts';
import { claimOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const kinds = (sketch: Sketch) =>
  auditNoise(claimOf(sketch), settings).map(({ kind, severity }) => `${kind} ${severity}`);

describe('a difference with a spread', () => {
  const inside: Sketch = {
    unit: 'GB/s',
    before: { value: 4.1, error: 0.9 },
    after: { value: 4.4, error: 1 },
  };

  it('that no reading of the ± calls significant lies within the noise', () => {
    expect(kinds(inside)).toEqual(['within-noise info']);
  });

  it('is a warning where the text makes something of it', () => {
    const stated = { percent: 7, direction: 'up', text: '7% faster' } as const;
    expect(kinds({ ...inside, stated })).toEqual(['within-noise warning']);
  });

  it('inside one run says nothing of the next run', () => {
    expect(kinds({ ...inside, conditions: { tools: ['fio'] } })).toEqual(['no-spread info']);
  });

  it('that every reading calls significant has nothing to say', () => {
    expect(
      kinds({ unit: 'MB/s', before: { value: 33, error: 4 }, after: { value: 190, error: 30 } }),
    ).toEqual([]);
  });

  it('that hangs on the reading has nothing to say', () => {
    expect(
      kinds({ unit: 'MB/s', before: { value: 100, error: 4 }, after: { value: 105, error: 4 } }),
    ).toEqual([]);
  });
});

describe('a ± whose meaning is known', () => {
  const text = (error: number): string | undefined => {
    const claim = claimOf({
      unit: 'MB/s',
      before: { value: 100, error, runs: 10 },
      after: { value: 100.4, error, runs: 10 },
    });
    const known = { errorKind: 'sd' } as const;
    const sides = {
      before: claim.before && { ...claim.before, ...known },
      after: claim.after && { ...claim.after, ...known },
    };
    return auditNoise({ ...claim, ...sides }, settings)[0]?.text;
  };

  it('shows that two figures are equal when it is small', () => {
    expect(text(1)).toContain('they are equal within ±5 %');
  });

  it('does not when it is large', () => {
    expect(text(9)).toContain('that they are equal within ±5 % is not shown');
  });
});

describe('a difference without a spread', () => {
  it('says what noise alone reaches with single figures', () => {
    const [finding] = auditNoise(claimOf({ unit: 'MB/s', before: 100, after: 103 }), settings);
    expect(finding?.text).toBe(
      'single figures, no spread given: at a run-to-run spread of 2 % noise alone reaches 5.5 %.',
    );
  });

  it('counts the runs behind a mean', () => {
    const runs = { value: 103.667, runs: 10 };
    const [finding] = auditNoise(
      claimOf({ unit: 'MB/s', before: runs, after: { value: 103.692, runs: 10 } }),
      settings,
    );
    expect(finding?.text).toContain('means of ten runs');
    expect(finding?.numbers['reachPercent']).toBeCloseTo(1.879, 3);
  });

  it('that no noise could make needs no remark', () => {
    expect(kinds({ unit: 'MB/s', before: 100, after: 300 })).toEqual([]);
  });

  it('of something that does not scatter needs no remark', () => {
    expect(kinds({ unit: 'MB/s', metric: 'size', before: 100, after: 103 })).toEqual([]);
  });
});

describe('what noise reaches', () => {
  it('follows from the ± where there is one', () => {
    const own = noiseReach(
      claimOf({ unit: 'GB/s', before: { value: 4.1, error: 0.9 }, after: { value: 4.4, error: 1 } }),
      settings,
    );
    expect(own).toBeCloseTo(62.1, 0);
  });

  it('follows from the workload where there is none, and falls with the runs', () => {
    const single = noiseReach(claimOf({ unit: 'MB/s', before: 100, after: 101 }), settings);
    const ten = noiseReach(
      claimOf({ unit: 'MB/s', before: { value: 100, runs: 10 }, after: { value: 101, runs: 10 } }),
      settings,
    );
    expect(single).toBeCloseTo(1.94, 2);
    expect(ten).toBeCloseTo(0.66, 2);
  });
});

describe('words that nothing changed', () => {
  const same: Sketch = {
    unit: '',
    kind: 'qualitative',
    stated: { text: 'no measurable change in throughput' },
  };

  it('leave open what would have gone unseen', () => {
    expect(kinds(same)).toEqual(['no-spread info']);
  });

  it('are not the words of a gain', () => {
    const stated = { direction: 'down', text: 'reduces the hard irq time' } as const;
    expect(kinds({ ...same, stated })).toEqual([]);
  });
});
