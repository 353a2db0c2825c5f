import { expect, test } from 'vitest';
import { fileDiff, modelOf } from '../series-of.ts';
import { driverSource, XHCI } from '../sources.ts';

const OFF = 'HCD_MEMORY | HCD_USB3 | HCD_SHARED';

const check = (name: string, before: string, after: string, expected: readonly string[]): void => {
  test(name, () => {
    const { changes, unmodelled } = modelOf(XHCI, driverSource(before), driverSource(after));
    expect(changes.map(({ kind }) => kind)).toEqual(expected);
    expect(unmodelled).toEqual([]);
  });
};

check('the flag at the end is an addition', OFF, `${OFF} | HCD_BH`, ['hcd-bh-added']);
check('the flag in front is an addition', OFF, `HCD_BH | ${OFF}`, ['hcd-bh-added']);
check('the flag on a line of its own is an addition', OFF, `${OFF} |\n\t\t\t\tHCD_BH`, ['hcd-bh-added']);
check('the flag taken away is a removal', `HCD_MEMORY | HCD_BH | HCD_USB3`, 'HCD_MEMORY | HCD_USB3', [
  'hcd-bh-removed',
]);
check(
  'flags in another layout are no change',
  `${OFF} | HCD_BH`,
  `HCD_MEMORY | HCD_USB3 |\n\t\tHCD_SHARED | HCD_BH`,
  [],
);
check('the flag in a comment is no flag', OFF, `${OFF} /* | HCD_BH */`, []);
check('a flag that a comment takes away was there', `${OFF} | HCD_BH`, `${OFF} /* | HCD_BH */`, [
  'hcd-bh-removed',
]);

test('the line of the flag is the evidence', () => {
  const [change] = modelOf(XHCI, driverSource(OFF), driverSource(`${OFF} | HCD_BH`)).changes;
  expect(change?.evidence).toContain('HCD_BH');
  expect(change?.file).toBe(XHCI);
  expect(driverSource(`${OFF} | HCD_BH`).split('\n')[(change?.line ?? 0) - 1]).toContain('HCD_BH');
});

test('another flag beside it is not explained by it', () => {
  const { changes, unmodelled } = modelOf(XHCI, driverSource(OFF), driverSource(`${OFF} | HCD_DMA | HCD_BH`));
  expect(changes.map(({ kind }) => kind)).toEqual(['hcd-bh-added']);
  expect(unmodelled.map(({ file }) => file)).toEqual([XHCI]);
});

test('a structure that is not an hc_driver has no such flag', () => {
  const source = (flags: string): string => `static struct board b = {\n\t.flags = ${flags},\n};\n`;
  const { changes, unmodelled } = modelOf(XHCI, source('QUIRK_A'), source('QUIRK_A | QUIRK_BH'));
  expect(changes).toEqual([]);
  expect(unmodelled).toHaveLength(1);
});

test('a moved structure is no change', () => {
  const driver = driverSource(`${OFF} | HCD_BH`);
  const filler = Array.from({ length: 20 }, (_, index) => `int filler_${index};`).join('\n');
  const { changes } = modelOf(XHCI, `${driver}\n${filler}\n`, `${filler}\n${driver}\n`);
  expect(changes).toEqual([]);
  expect(fileDiff(XHCI, driver, driver).hunks).toEqual([]);
});
