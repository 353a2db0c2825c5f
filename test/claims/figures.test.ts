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

  it.each([
    ['takes 2 min 10 s', '2 min 10 s', 130, 's'],
    ['takes 2 minutes and 31 seconds', '2 minutes and 31 seconds', 151, 'seconds'],
    ['1 s 250 ms', '1 s 250 ms', 1250, 'ms'],
    ['2 min 0 s', '2 min 0 s', 2, 'min'],
  ])('reads "%s" as one time', (text, asWritten, value, unit) => {
    expect(findMeasures(text)).toMatchObject([{ asWritten, value, unit }]);
  });

  it.each([
    ['1 ms 900 ms', ['1 ms', '900 ms']],
    ['1 ms  900 us', ['1 ms', '900 us']],
    ['2.5 s 100 ms', ['2.5 s', '100 ms']],
    ['10 s 2 min', ['10 s', '2 min']],
    ['1 min, 10 s', ['1 min', '10 s']],
  ])('leaves the two times of "%s" apart', (text, expected) => {
    expect(findMeasures(text).map((figure) => figure.asWritten)).toEqual(expected);
  });

  it.each(['1h 10 min', '2 hours 10 min', '1 hour and 10 min', '1m 10 s'])(
    'reads no rest of "%s"',
    (time) => {
      expect(findMeasures(`${time} before, 50 min after`).map(({ asWritten }) => asWritten)).toEqual([
        '50 min',
      ]);
    },
  );

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
