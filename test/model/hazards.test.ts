import { describe, expect, test } from 'vitest';
import { deriveModel } from '../../src/model/derive-model.ts';
import type { Model } from '../../src/model/hcd.ts';
import type { FileDiff } from '../../src/series/series.ts';
import { fileDiff, PROFILES, seriesOf } from './series-of.ts';
import { driverSource, givebackSource, XHCI, XHCI_RING } from './sources.ts';

const FLAGS = 'HCD_MEMORY | HCD_USB3';
const flagAdded = fileDiff(XHCI, driverSource(FLAGS), driverSource(`${FLAGS} | HCD_BH`));
const flagRemoved = fileDiff(XHCI, driverSource(`${FLAGS} | HCD_BH`), driverSource(FLAGS));
const dropRemoved = fileDiff(XHCI_RING, givebackSource('dropped'), givebackSource('held'));
const dropAdded = fileDiff(XHCI_RING, givebackSource('held'), givebackSource('dropped'));

function modelOfFiles(files: readonly FileDiff[], day = '2019-04-01'): Model {
  const model = deriveModel(seriesOf([files], { date: `${day}T10:00:00+02:00` }), PROFILES, []);
  if (model === null) throw new Error('no model');
  return model;
}

describe('the truth table of flag and drop', () => {
  const check = (
    name: string,
    files: readonly FileDiff[],
    expected: readonly string[],
    day?: string,
  ): void => {
    test(name, () => {
      const { hazards } = modelOfFiles(files, day);
      expect(hazards.map(({ kind, severity }) => `${kind} ${severity}`)).toEqual(expected);
    });
  };

  check('drop removed, flag added: intended', [flagAdded, dropRemoved], []);
  check('drop removed, flag forgotten: deadlock', [dropRemoved], ['self-deadlock error']);
  check('flag added, drop kept: pointless', [flagAdded], ['pointless-drop warning']);
  check('flag removed, drop put back: legacy', [flagRemoved, dropAdded], [], '2023-04-01');
  check('flag removed, drop forgotten: deadlock', [flagRemoved], ['self-deadlock error'], '2023-04-01');
  check('drop added under the flag: pointless', [dropAdded], ['pointless-drop warning'], '2023-04-01');
  check(
    'drop removed where the kernel has the flag: only a question',
    [dropRemoved],
    ['self-deadlock warning'],
    '2023-04-01',
  );
});

describe('the trace of a deadlock', () => {
  const [hazard] = modelOfFiles([dropRemoved]).hazards;

  test('goes from the interrupt to the lock that closes the circle', () => {
    expect(hazard?.trace[0]).toBe('xhci_msi_irq');
    expect(hazard?.trace).toContain('xhci_irq [takes xhci->lock]');
    expect(hazard?.trace).toContain('xhci_giveback_urb_in_irq');
    expect(hazard?.trace.at(-2)).toBe('xhci_urb_enqueue');
    expect(hazard?.trace.at(-1)).toContain('spin_lock_irqsave(&xhci->lock)');
  });

  test('says where, whom it bites, and that a storage test cannot show it', () => {
    expect(hazard?.where?.file).toBe(XHCI_RING);
    expect(hazard?.because).toContain('hid, hub, uvcvideo, usbnet');
    expect(hazard?.because).toContain('storage test cannot show it');
  });

  test('is written for every driver that has a profile and a lock', () => {
    for (const { path, lockTakenIn } of PROFILES) expect(path.fact).toContain(lockTakenIn.fact);
  });
});

test('a tasklet that is scheduled from an IRQ thread runs in ksoftirqd', () => {
  const source = (call: string): string => `static int setup(struct usb_hcd *hcd)\n{\n\treturn ${call};\n}\n`;
  const threaded = fileDiff(
    XHCI,
    source('request_irq(irq, xhci_msi_irq, 0, "xhci", hcd)'),
    source('request_threaded_irq(irq, NULL, xhci_msi_irq, IRQF_ONESHOT, "xhci", hcd)'),
  );
  expect(modelOfFiles([threaded], '2023-04-01').hazards.map(({ kind }) => kind)).toEqual([
    'ksoftirqd-giveback',
  ]);
  expect(modelOfFiles([threaded], '2019-04-01').hazards).toEqual([]);
});

test('the state of a driver that drops without need is not blamed on a patch that leaves it so', () => {
  const message = fileDiff(
    XHCI_RING,
    givebackSource('dropped'),
    givebackSource('dropped').replace('note_done(xhci);', 'note_done(xhci);\n\tpr_debug("done\\n");'),
  );
  const { changes, hazards, unmodelled } = modelOfFiles([message], '2023-04-01');
  expect({ changes, hazards, unmodelled }).toEqual({ changes: [], hazards: [], unmodelled: [] });
});
