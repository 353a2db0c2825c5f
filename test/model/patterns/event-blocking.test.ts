import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const PCI = 'drivers/usb/host/xhci-pci.c';
const ON_6_8 = { date: '2024-04-02T08:05:00.000Z' };

/** The quirks of one maker's controllers. */
const quirks = (...lines: readonly string[]): string =>
  [
    'static void xhci_pci_quirks(struct device *dev, struct xhci_hcd *xhci)',
    '{',
    '\tif (pdev->vendor == PCI_VENDOR_ID_EXAMPLE) {',
    '\t\txhci->quirks |= XHCI_LPM_SUPPORT;',
    ...lines,
    '\t}',
    '}',
  ].join('\n');

const STOCK = quirks();
const AVOIDING = quirks('\t\txhci->quirks |= XHCI_AVOID_BEI;');

test('the quirk lets events of packets interrupt', () => {
  const { changes, unmodelled, before, after } = modelOf(PCI, STOCK, AVOIDING, ON_6_8);
  expect(changes.map(({ kind, evidence }) => [kind, evidence])).toEqual([
    ['events-unblocked', 'xhci->quirks |= XHCI_AVOID_BEI;'],
  ]);
  expect(unmodelled).toEqual([]);
  expect(before.irq.isocEvents).toEqual({ every: null, least: 8 });
  expect(after.irq.isocEvents).toEqual({ every: 32, least: 8 });
});

test('and without it they are blocked', () => {
  const { changes, before, after } = modelOf(PCI, AVOIDING, STOCK, ON_6_8);
  expect(changes.map(({ kind }) => kind)).toEqual(['events-blocked']);
  expect([before.irq.isocEvents?.every, after.irq.isocEvents?.every]).toEqual([32, null]);
});

test('a quirk that is cleared is one that is not there', () => {
  const cleared = quirks('\t\txhci->quirks &= ~XHCI_AVOID_BEI;');
  expect(modelOf(PCI, STOCK, cleared, ON_6_8).changes.map(({ kind }) => kind)).toEqual(['events-blocked']);
});

test.each([
  ['another place for it', quirks('\t\txhci->quirks |= XHCI_AVOID_BEI;', '\t\txhci->limit = 64;'), 'moved'],
  ['a test of it', STOCK, '\t\tif (xhci->quirks & XHCI_AVOID_BEI)'],
])('%s is no such change', (_, before, line) => {
  const moved = quirks('\t\txhci->limit = 64;', '\t\txhci->quirks |= XHCI_AVOID_BEI;');
  const { changes, after } = modelOf(
    PCI,
    before,
    line === 'moved' ? moved : quirks(line, '\t\t\tgo();'),
    ON_6_8,
  );
  expect(changes).toEqual([]);
  expect(after.irq.isocEvents).toBeUndefined();
});

test.each([{}, { date: '2020-04-02T08:05:00.000Z' }])(
  'a kernel of an interval we have not read: %o',
  (told) => {
    const { changes, unmodelled, after } = modelOf(PCI, STOCK, AVOIDING, told);
    expect(changes).toEqual([]);
    expect(unmodelled[0]?.why).toContain('known since 6.1');
    expect(after.irq.isocEvents).toBeUndefined();
  },
);

test.each([
  [
    'drivers/usb/host/xhci.h',
    (packets: number) => `#define MAX_SOFT_RETRY\t3\n#define AVOID_BEI_INTERVAL_MAX\t${packets}\n`,
    ['bei-interval-changed', { every: 16, least: 8 }],
  ],
  [
    'drivers/usb/host/xhci.h',
    (packets: number) => `#define MAX_SOFT_RETRY\t3\n#define AVOID_BEI_INTERVAL_MIN\t${packets}\n`,
    ['bei-minimum-changed', { every: 32, least: 16 }],
  ],
  [
    'drivers/usb/host/xhci-mem.c',
    (packets: number) =>
      `int xhci_mem_init(void)\n{\n\txhci->isoc_bei_interval = ${packets};\n\treturn 0;\n}\n`,
    ['bei-interval-changed', { every: 16, least: 8 }],
  ],
  [
    'drivers/usb/host/xhci-ring.c',
    (packets: number) => `static bool trb_block_event_intr(int i)\n{\n\treturn !!(i % ${packets});\n}\n`,
    ['bei-interval-changed', { every: 16, least: 8 }],
  ],
] as const)('another interval in %s', (path, source, [kind, isocEvents]) => {
  const { changes, unmodelled, before, after } = modelOf(path, source(8), source(16), {});
  expect(changes.map((change) => [change.kind, change.from, change.to])).toEqual([
    [kind, '8 packets', '16 packets'],
  ]);
  expect(unmodelled).toEqual([]);
  expect(before.irq.isocEvents?.[kind === 'bei-interval-changed' ? 'every' : 'least']).toBe(8);
  expect(after.irq.isocEvents).toEqual(isocEvents);
});
