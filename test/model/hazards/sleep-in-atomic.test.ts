import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const PATH = 'drivers/hid/usbhid/hid-core.c';
const handler = (name: string, body: string, type = 'struct urb *urb'): string =>
  `static void ${name}(${type})\n{\n\tstruct device *hid = urb->context;\n\tint status;\n\n\treport(hid);\n${body}\tdone(hid);\n}\n`;
const submit = (flags: string): string => `\tstatus = usb_submit_urb(urb, ${flags});\n`;

const check = (name: string, before: string, after: string, expected: readonly string[]): void => {
  test(name, () => {
    expect(modelOf(PATH, before, after).hazards.map(({ kind, trace }) => `${kind} ${trace[2]}`)).toEqual(
      expected,
    );
  });
};

check(
  'a completion handler that submits with GFP_KERNEL',
  handler('hid_irq_in', submit('GFP_ATOMIC')),
  handler('hid_irq_in', submit('GFP_KERNEL')),
  ['sleep-in-atomic hid_irq_in'],
);
check(
  'a completion handler that takes a mutex',
  handler('read_bulk_callback', ''),
  handler('read_bulk_callback', '\tmutex_lock(&hid->lock);\n'),
  ['sleep-in-atomic read_bulk_callback'],
);
check(
  'one that no longer may sleep',
  handler('hid_irq_in', submit('GFP_KERNEL')),
  handler('hid_irq_in', submit('GFP_ATOMIC')),
  [],
);
check(
  'a line that was there before',
  handler('hid_irq_in', submit('GFP_KERNEL')),
  handler('hid_irq_in', `\tcount(hid);\n${submit('GFP_KERNEL')}`),
  [],
);
check(
  'a comment about it',
  handler('hid_irq_in', submit('GFP_ATOMIC')),
  handler('hid_irq_in', `\t/* not GFP_KERNEL */\n${submit('GFP_ATOMIC')}`),
  [],
);
check(
  'another function that takes an URB',
  handler('hid_restart', submit('GFP_ATOMIC')),
  handler('hid_restart', submit('GFP_KERNEL')),
  [],
);
check(
  'a function that takes no URB',
  handler('hid_irq_in', submit('GFP_ATOMIC'), 'struct device *urb'),
  handler('hid_irq_in', submit('GFP_KERNEL'), 'struct device *urb'),
  [],
);
