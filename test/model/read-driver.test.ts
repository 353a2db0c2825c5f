import { describe, expect, test } from 'vitest';
import { profileFromTree } from '../../src/model/profile-from-tree.ts';
import { readDriver } from '../../src/model/read-driver.ts';
import { driverTree, type TreeState } from './driver-tree.ts';
import { memoryTree, parseC } from './memory-tree.ts';
import { profileOf } from './series-of.ts';
import { XHCI, XHCI_RING } from './sources.ts';

const PLACE = { driver: 'xhci', files: ['drivers/usb/host/xhci'] };
const read = (state: TreeState = {}) => readDriver(memoryTree(driverTree(state)), PLACE, { parseC });

describe('the sources of a driver', () => {
  test('say what it does with its lock, its flag and its interrupt', () => {
    expect(read()).toMatchObject({
      lock: 'xhci->lock',
      style: 'held',
      hcdBh: { fact: true },
      enqueue: { fact: 'xhci_urb_enqueue' },
      enqueueTakesLock: true,
      entry: { function: 'xhci_msi_irq', context: 'hardirq' },
      lockTakenIn: { fact: 'xhci_irq' },
      unread: [],
    });
    expect(read({ style: 'dropped', flags: 'HCD_USB3' })).toMatchObject({
      style: 'dropped',
      hcdBh: { fact: false },
    });
  });

  test('show the way from the interrupt to the giveback, and not that of a controller that died', () => {
    expect(read()?.path).toEqual([
      'xhci_msi_irq',
      'xhci_irq',
      'run_events',
      'handle_event',
      'xhci_giveback_urb_in_irq',
    ]);
  });

  test.each([
    ['sg_tablesize = ~0', 'unlimited'],
    ['sg_tablesize = 32', 32],
    ['other_member = 32', 0],
    ['sg_tablesize = limit_of(hcd)', 0],
  ])('with "%s" take lists of %s entries', (line, fact) => {
    const files = driverTree();
    const xhci = files[XHCI]?.replace('sg_tablesize = ~0', line) ?? '';
    expect(readDriver(memoryTree({ ...files, [XHCI]: xhci }), PLACE, { parseC })?.sgTablesize?.fact).toBe(
      fact,
    );
  });

  test('give the place of the giveback in its file', () => {
    const line =
      driverTree()
        [XHCI_RING]?.split('\n')
        .findIndex((text) => text.includes('usb_hcd_giveback_urb(')) ?? 0;
    expect(read()?.main).toMatchObject({
      path: XHCI_RING,
      line: line + 1,
      function: 'xhci_giveback_urb_in_irq',
    });
  });

  test('show an interrupt that runs in a thread', () => {
    const request = 'request_threaded_irq(irq, NULL, xhci_msi_irq, IRQF_ONESHOT, "xhci_hcd", hcd)';
    expect(read({ request })?.entry).toMatchObject({ function: 'xhci_msi_irq', context: 'threaded-irq' });
  });

  test('show a drop that a caller makes', () => {
    const files = driverTree({ flags: 'HCD_USB3' });
    const call = '\txhci_giveback_urb_in_irq(xhci, xhci->done, 0);\n';
    const ring =
      files[XHCI_RING]?.replace(call, `\tspin_unlock(&xhci->lock);\n${call}\tspin_lock(&xhci->lock);\n`) ??
      '';
    expect(readDriver(memoryTree({ ...files, [XHCI_RING]: ring }), PLACE, { parseC })).toMatchObject({
      style: 'dropped',
      lock: 'xhci->lock',
    });
  });

  test('of a driver that is not there are null', () => {
    expect(
      readDriver(memoryTree(driverTree()), { driver: 'ohci', files: ['drivers/usb/host/ohci'] }, { parseC }),
    ).toBeNull();
  });

  test('with a brace too many spoil their own function only', () => {
    const files = driverTree();
    const broken = `static void odd(void)\n{\n#ifdef A\n\tif (x) {\n#else\n\tif (y) {\n#endif\n\t}\n}\n\n${files[XHCI_RING]}`;
    expect(readDriver(memoryTree({ ...files, [XHCI_RING]: broken }), PLACE, { parseC })?.style).toBe('held');
  });
});

test('a function nested without end is not read, and named', () => {
  const files = driverTree();
  const deep = `static void odd(struct urb *urb)\n{\n\tif ${'('.repeat(5000)}1${')'.repeat(5000)}\n\t\tusb_hcd_giveback_urb(a, urb, 0);\n}\n`;
  const found = readDriver(memoryTree({ ...files, [XHCI_RING]: `${deep}${files[XHCI_RING]}` }), PLACE, {
    parseC,
  });
  expect(found?.unread).toEqual([`${XHCI_RING}: odd()`]);
  expect(found?.style).toBe('held');
});

describe('a profile that is read in a tree', () => {
  const xhci = profileOf('xhci');

  test('has its sources, and says where it differs from what was expected', () => {
    const found = profileFromTree(
      { tree: memoryTree(driverTree({ flags: 'HCD_USB3', style: 'dropped' })), parseC },
      xhci,
    );
    expect(found?.differences.map(({ what }) => what)).toEqual(['HCD_BH', 'lock around the giveback']);
    expect(found?.profile.giveback.lockStyle.source).toMatch(/^drivers\/usb\/host\/xhci-ring\.c:\d+$/);
    expect(found?.core?.era).toBe('E3');
  });

  test('takes over what the sources do not tell, and names it', () => {
    const files = {
      'drivers/usb/host/xhci.c': 'static const struct hc_driver xhci_hc_driver = {\n\t.flags = HCD_BH,\n};\n',
    };
    const found = profileFromTree({ tree: memoryTree(files), parseC }, xhci);
    expect(found?.profile.lock).toEqual(xhci.lock);
    expect(found?.assumed).toContain('lock');
    expect(found?.differences.map(({ what }) => what)).toEqual(['sg_tablesize']);
  });
});
