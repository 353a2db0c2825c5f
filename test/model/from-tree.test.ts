import { describe, expect, test } from 'vitest';
import { deriveModel } from '../../src/model/derive-model.ts';
import type { Model } from '../../src/model/hcd.ts';
import { driverTree, type TreeState } from './driver-tree.ts';
import { memoryTree, parseC } from './memory-tree.ts';
import { fileDiff, PROFILES, seriesOf } from './series-of.ts';

/** The model of the patch that leads from one made-up tree to the other, read in the first. */
function modelBetween(from: TreeState, to: TreeState, asked: TreeState = from): Model | null {
  const before = driverTree(from);
  const after = driverTree(to);
  const files = Object.keys(before)
    .map((path) => fileDiff(path, before[path] ?? '', after[path] ?? ''))
    .filter(({ hunks }) => hunks.length > 0);
  return deriveModel(seriesOf([files]), PROFILES, [], { tree: memoryTree(driverTree(asked)), parseC });
}

const FLAG = 'HCD_USB3 | HCD_BH';
const OLD = { flags: 'HCD_USB3', style: 'dropped' } as const;

describe('a patch that is read in a tree', () => {
  const check = (
    name: string,
    from: TreeState,
    to: TreeState,
    expected: readonly [string[], string[]],
  ): void => {
    test(name, () => {
      const model = modelBetween(from, to);
      expect(model?.source).toBe('tree');
      expect([
        model?.changes.map(({ kind }) => kind),
        model?.hazards.map(({ kind, severity }) => `${kind} ${severity}`),
      ]).toEqual(expected);
    });
  };

  check('flag and drop change together', OLD, { flags: FLAG, style: 'held' }, [
    ['hcd-bh-added', 'lock-drop-removed'],
    [],
  ]);
  check('the flag is forgotten', OLD, { ...OLD, style: 'held' }, [
    ['lock-drop-removed'],
    ['self-deadlock error'],
  ]);
  check('the flag was there, and the drop was pointless', { flags: FLAG, style: 'dropped' }, {}, [
    ['lock-drop-removed'],
    [],
  ]);
  check('the drop is kept', OLD, { ...OLD, flags: FLAG }, [['hcd-bh-added'], ['pointless-drop warning']]);
  check('the flag is taken away', {}, { flags: 'HCD_USB3' }, [['hcd-bh-removed'], ['self-deadlock error']]);
  check('the drop comes under the flag', {}, { style: 'dropped' }, [
    ['lock-drop-added'],
    ['pointless-drop warning'],
  ]);
  check(
    'the interrupt is threaded',
    {},
    { request: 'request_threaded_irq(irq, NULL, xhci_msi_irq, 0, "xhci_hcd", hcd)' },
    [['irq-threaded'], ['missing-oneshot warning', 'ksoftirqd-giveback warning']],
  );
});

test('the trace of a deadlock follows the calls of the tree', () => {
  const [hazard] = modelBetween({}, { flags: 'HCD_USB3' })?.hazards ?? [];
  expect(hazard?.trace.slice(0, 5)).toEqual([
    'xhci_msi_irq',
    'xhci_irq [takes xhci->lock]',
    'run_events',
    'handle_event',
    'xhci_giveback_urb_in_irq',
  ]);
  expect(hazard?.because).not.toContain('with the flag in the tree already');
});

test('the era is that of the tree, whatever the date', () => {
  expect(modelBetween(OLD, { flags: FLAG, style: 'held' })?.era).toBe('E3');
});

test('a patch that the tree does not take is read from its diff, and says so', () => {
  const model = modelBetween(OLD, { flags: FLAG, style: 'held' }, { flags: FLAG, style: 'held' });
  expect(model?.source).toBe('diff');
  expect(model?.changes.map(({ kind }) => kind)).toEqual(['hcd-bh-added', 'lock-drop-removed']);
});

test('a change of usbcore that the driver does not feel is not part of its model', () => {
  const core = (request: string): string =>
    `${driverTree()['drivers/usb/core/hcd.c']}\nstatic int usb_hcd_request_irqs(struct usb_hcd *hcd, int line)\n{\n\treturn ${request};\n}\n`;
  const hard = { core: core('request_irq(line, &usb_hcd_irq, 0, "usb", hcd)') };
  const threaded = { core: core('request_threaded_irq(line, NULL, &usb_hcd_irq, 0, "usb", hcd)') };
  const model = modelBetween(hard, threaded);
  expect(model?.changes).toEqual([]);
  expect(model?.unmodelled).toHaveLength(1);
});
