import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOWHERE } from '../../src/problem.ts';
import { formatInUnit, readQuantity, scanQuantity } from '../../src/units/quantity.ts';

/** [text, value, unit, base, base unit, error] */
const AMOUNTS: readonly (readonly [string, number, string, number, string, number | null])[] = [
  ['103.5MB/s', 103.5, 'MB/s', 103.5e6, 'B/s', null],
  ['933 Mbit/s', 933, 'Mbit/s', 933e6, 'bit/s', null],
  ['12 Mb/s', 12, 'Mb/s', 12e6, 'bit/s', null],
  ['190 MBps', 190, 'MBps', 190e6, 'B/s', null],
  ['8 Mbps', 8, 'Mbps', 8e6, 'bit/s', null],
  ['38 MiB/s', 38, 'MiB/s', 38 * 1024 ** 2, 'B/s', null],
  ['6 MByte/sec', 6, 'MByte/sec', 6e6, 'B/s', null],
  ['26.4 fps', 26.4, 'fps', 26.4, '1/s', null],
  ['80 kpps', 80, 'kpps', 80e3, '1/s', null],
  ['1376 IOPS', 1376, 'IOPS', 1376, '1/s', null],
  ['3K interrupts/sec', 3000, 'interrupts/sec', 3000, '1/s', null],
  ['4,214 us', 4214, 'us', 4214e-6, 's', null],
  ['22,3564 s', 22.3564, 's', 22.3564, 's', null],
  ['46,9 MB/s', 46.9, 'MB/s', 46.9e6, 'B/s', null],
  ['45319ns', 45319, 'ns', 45319e-9, 's', null],
  ['7 \u00b5s', 7, '\u00b5s', 7e-6, 's', null],
  ['7 \u03bcs', 7, '\u03bcs', 7e-6, 's', null],
  ['.8Mbps', 0.8, 'Mbps', 0.8e6, 'bit/s', null],
  ['2.4 %', 2.4, '%', 2.4, '%', null],
  ['(190 +- 30) MBps', 190, 'MBps', 190e6, 'B/s', 30],
  ['( 94 +- 4) MBps', 94, 'MBps', 94e6, 'B/s', 4],
  ['110 +/- 7 usec', 110, 'usec', 110e-6, 's', 7],
  ['4.4\u00b11.0 GB/s', 4.4, 'GB/s', 4.4e9, 'B/s', 1],
];

describe('readQuantity', () => {
  it.each(AMOUNTS)('reads "%s" as %d %s', (text, value, unit, base, baseUnit, error) => {
    const { value: read, problems } = readQuantity(text, NOWHERE);
    expect(problems).toEqual([]);
    expect(read).toMatchObject({ value, unit, baseUnit, error, asWritten: text });
    expect(read?.base).toBeCloseTo(base, 9);
  });

  it.each(['~26 fps', '>120MB/sec', '40MB/s+', 'about 5 %', '< 1us'])('marks "%s" as approximate', (text) => {
    expect(readQuantity(text, NOWHERE).value?.approximate).toBe(true);
  });

  it('never folds the case of a unit: MB/s is eight times Mb/s', () => {
    const bytes = readQuantity('1 MB/s', NOWHERE).value;
    const bits = readQuantity('1 Mb/s', NOWHERE).value;
    expect([bytes?.baseUnit, bits?.baseUnit]).toEqual(['B/s', 'bit/s']);
  });

  it.each(['12 wibbles', '12', '12 mB'])('takes "%s" for a problem, not for a default', (text) => {
    const read = readQuantity(text, NOWHERE);
    expect(read.value).toBeUndefined();
    expect(read.problems).toHaveLength(1);
  });

  it('says where the unreadable amount stands', () => {
    const at = { messageId: 'a@example.org', line: 7 };
    expect(readQuantity('soon', at).problems).toEqual([{ code: 'quantity-unreadable', text: 'soon', at }]);
  });

  it('never throws and never gives a number that is none, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(20), (text, start) => {
        readQuantity(text, NOWHERE);
        const found = scanQuantity(text, start);
        expect(found === undefined || Number.isFinite(found.base)).toBe(true);
      }),
    );
  });
});

describe('formatInUnit', () => {
  it('gives back what was read, in the unit of the author', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.constantFrom('MB/s', 'usec', 'Mbit/s', 'fps'),
        (value, unit) => {
          const read = readQuantity(`${value} ${unit}`, NOWHERE).value;
          expect(formatInUnit(read?.base ?? 0, unit)).toBe(String(value));
        },
      ),
    );
  });
});
