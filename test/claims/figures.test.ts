import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFigures, findMeasures } from '../../src/claims/figures.ts';

describe('findFigures', () => {
  it.each([
    ['rate=4,214 us, 2.5 MB/s', ['4,214 us', '2.5 MB/s']],
    ['from ~1.7Gbps to >2.3 Gbps', ['1.7Gbps', '2.3 Gbps']],
    ['3-4 ms', ['3-4 ms']],
    ['Linux 5.10.41 on 2019-05-07 at 12:30, 0x1f, eth0, r8152, v2', []],
    ['10.0.0.1 and 1.2.3', []],
  ])('of "%s"', (text, expected) => {
    expect(findFigures(text).map((figure) => figure.asWritten)).toEqual(expected);
  });

  it('keeps how the text hedges, and takes no arrow for a hedge', () => {
    const hedges = (text: string): readonly (string | null)[] =>
      findMeasures(text).map((figure) => figure.hedge);
    expect(hedges('>120 MB/s, ~3 ms, about 5 %, <1 us, 40MB/s+')).toEqual(['>', '~', '~', '<', '>']);
    expect(hedges('10 MB/s => 12 MB/s -> 14 MB/s')).toEqual([null, null, null]);
  });

  it('reads a range as its middle with half its width', () => {
    expect(findMeasures('93\u201394 ms')[0]).toMatchObject({
      value: 93.5,
      error: 0.5,
      isRange: true,
      unit: 'ms',
    });
  });

  it('gives places inside the text, in order, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,-+()~ MBkmsu/%x') }), (text) => {
        let last = 0;
        for (const { start, end } of findFigures(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
