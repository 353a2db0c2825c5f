import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const PCI = 'drivers/usb/host/xhci-pci.c';
const source = (value: string): string =>
  `static int xhci_pci_setup(struct usb_hcd *hcd)\n{\n\t/* in nanoseconds */\n\txhci->imod_interval = ${value};\n\treturn 0;\n}\n`;

test('another interval is the moderation before and after', () => {
  const { changes, unmodelled, before, after } = modelOf(PCI, source('40000'), source('20000'));
  expect(changes.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['moderation-changed', '40000 ns', '20000 ns'],
  ]);
  expect(unmodelled).toEqual([]);
  expect([before.irq.moderationNs, after.irq.moderationNs]).toEqual([40000, 20000]);
  expect({ ...after, irq: before.irq }).toEqual(before);
});

test('an interval that is computed is not known', () => {
  const { changes, unmodelled } = modelOf(PCI, source('40000'), source('read_interval(dev)'));
  expect(changes).toEqual([]);
  expect(unmodelled).toHaveLength(1);
});

test('the same number in another place is no change', () => {
  const { changes, unmodelled } = modelOf(PCI, source('40000'), source('\n\t\t40000'));
  expect({ changes, unmodelled }).toEqual({ changes: [], unmodelled: [] });
});
