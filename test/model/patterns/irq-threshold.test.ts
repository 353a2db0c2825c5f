import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const EHCI = 'drivers/usb/host/ehci-hcd.c';
const source = (value: string): string =>
  `static int log2_irq_thresh = ${value};\nmodule_param(log2_irq_thresh, int, S_IRUGO);\n`;

const check = (
  name: string,
  from: string,
  to: string,
  expected: readonly (readonly [string, string])[],
): void => {
  test(name, () => {
    const { changes, before, after } = modelOf(EHCI, source(from), source(to));
    expect(changes.map((change) => [change.from, change.to])).toEqual(expected);
    if (expected.length > 0)
      expect([before.irq.moderationNs, after.irq.moderationNs]).toEqual([125_000, 1_000_000]);
  });
};

check('a microframe becomes eight', '0', '3', [['125000 ns', '1000000 ns']]);
check('a power that EHCI does not have', '0', '7', []);
check('no plain number', '0', 'CONFIG_THRESHOLD', []);
