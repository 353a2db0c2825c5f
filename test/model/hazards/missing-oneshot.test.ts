import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const PATH = 'drivers/usb/host/xhci-plat.c';
const source = (call: string): string => `static int setup(struct usb_hcd *hcd)\n{\n\treturn ${call};\n}\n`;
const HARD = source('request_irq(irq, handler, IRQF_SHARED, "invented", hcd)');

const check = (name: string, call: string, expected: number): void => {
  test(name, () => {
    const { hazards } = modelOf(PATH, HARD, source(call));
    expect(hazards.filter(({ kind }) => kind === 'missing-oneshot')).toHaveLength(expected);
  });
};

check(
  'a thread without a handler and without the flag',
  'request_threaded_irq(irq, NULL, thread, IRQF_SHARED, "a", hcd)',
  1,
);
check('one that a device frees', 'devm_request_threaded_irq(dev, irq, NULL, thread, 0, "a", hcd)', 1);
check(
  'one with the flag',
  'request_threaded_irq(irq, NULL, thread, IRQF_ONESHOT | IRQF_SHARED, "a", hcd)',
  0,
);
check('one with a handler that masks the device', 'request_threaded_irq(irq, mask, thread, 0, "a", hcd)', 0);
check('flags that somebody else chose', 'request_threaded_irq(irq, NULL, thread, flags, "a", hcd)', 0);
