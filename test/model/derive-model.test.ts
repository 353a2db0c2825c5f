import { describe, expect, test } from 'vitest';
import { deriveModel } from '../../src/model/derive-model.ts';
import { fileDiff, PROFILES, seriesOf, textSeries } from './series-of.ts';
import { driverSource, givebackSource, XHCI, XHCI_RING } from './sources.ts';

const FLAGS = 'HCD_MEMORY | HCD_USB3';
const intended = [
  fileDiff(XHCI_RING, givebackSource('dropped'), givebackSource('held')),
  fileDiff(XHCI, driverSource(FLAGS), driverSource(`${FLAGS} | HCD_BH`)),
];

describe('from a diff', () => {
  const model = deriveModel(seriesOf([intended], { date: '2019-05-08T01:02:20+09:00' }), PROFILES, [
    'without tasklet',
    'with tasklet',
    'before',
  ]);

  test('the giveback goes from hardirq to the tasklet', () => {
    expect(model).toMatchObject({ driver: 'xhci', source: 'diff', era: 'E2', unmodelled: [], hazards: [] });
    expect(model?.before).toMatchObject({
      hcdBh: false,
      giveback: { context: 'hardirq', lockDropped: true },
    });
    expect(model?.after).toMatchObject({ hcdBh: true, giveback: { context: 'tasklet', lockDropped: false } });
    expect(model?.after.giveback.lock).toBe('xhci->lock');
  });

  test('a label that names a side is that side', () => {
    expect(model?.configurations).toEqual([
      { label: 'without tasklet', hcd: model?.before },
      { label: 'with tasklet', hcd: model?.after },
    ]);
  });

  test('since E4 the giveback is deferred to a work queue, and a label may still call it a tasklet', () => {
    const told = { date: '2025-02-01T00:00:00Z' };
    const later = deriveModel(seriesOf([intended], told), PROFILES, ['without tasklet', 'with tasklet']);
    expect(later).toMatchObject({ era: 'E4', after: { giveback: { context: 'bh-workqueue' } } });
    expect(later?.configurations.map(({ hcd }) => hcd)).toEqual([later?.before, later?.after]);
  });

  test('the same changes in two patches are the same model', () => {
    const twice = deriveModel(seriesOf(intended.map((file) => [file])), PROFILES, []);
    expect(twice?.changes.map(({ kind }) => kind).sort()).toEqual(['hcd-bh-added', 'lock-drop-removed']);
    expect(twice?.hazards).toEqual([]);
  });

  test('the change of another driver is said to be outside of the model', () => {
    const ohci = fileDiff(
      'drivers/usb/host/ohci-hcd.c',
      driverSource(FLAGS, 'ohci_hc_driver'),
      driverSource(`${FLAGS} | HCD_BH`, 'ohci_hc_driver'),
    );
    const both = deriveModel(seriesOf([[...intended, ohci]]), PROFILES, []);
    expect(both?.driver).toBe('xhci');
    expect(both?.unmodelled).toEqual([
      { file: 'drivers/usb/host/ohci-hcd.c', why: expect.stringContaining('changes ohci') },
    ]);
  });
});

describe('from a text', () => {
  test('three configurations are told apart by their labels', () => {
    const labels = [
      'using interrupt threaded handler(default)',
      'using tasklet',
      'using hard interrupt handler',
    ];
    const model = deriveModel(
      textSeries('USB: HCD/EHCI: giveback of URBs in tasklet context'),
      PROFILES,
      labels,
    );
    expect(model).toMatchObject({ driver: 'ehci', source: 'text', hazards: [] });
    expect(model?.configurations.map(({ hcd }) => [hcd.giveback.context, hcd.irq.type])).toEqual([
      ['threaded-irq', 'threaded'],
      ['tasklet', 'hard'],
      ['hardirq', 'hard'],
    ]);
    expect(model?.before.giveback.context).toBe('hardirq');
    expect(model?.after.giveback.context).toBe('tasklet');
  });

  test('labels alone are enough when the message speaks of the giveback', () => {
    const labels = ['xhci without tasklet', 'xhci with tasklet'];
    const model = deriveModel(
      textSeries('a page', 'Completion handlers run long when the urb is given back.'),
      PROFILES,
      labels,
    );
    expect(model).toMatchObject({ driver: 'xhci', source: 'text' });
    expect(model?.changes.map(({ kind, file }) => [kind, file])).toEqual([['hcd-bh-added', null]]);
    expect(model?.configurations.map(({ hcd }) => hcd)).toEqual([model?.before, model?.after]);
  });

  test('usbnet no longer queues', () => {
    const model = deriveModel(
      textSeries('usbnet: jump to rx_cleanup instead of calling skb_queue_tail'),
      PROFILES,
      [],
    );
    expect([model?.before.skbLockPairs, model?.after.skbLockPairs]).toEqual([4, 2]);
    expect(model?.changes.map(({ kind }) => kind)).toEqual(['skb-queueing-removed']);
  });

  test('the step from the tasklet to the BH work queue has two sides, whatever the era', () => {
    const series = { ...textSeries('usb: xhci: giveback in BH workqueue'), date: '2025-02-01T00:00:00Z' };
    const model = deriveModel(series, PROFILES, ['tasklet', 'BH workqueue']);
    expect([model?.before.giveback.context, model?.after.giveback.context]).toEqual([
      'tasklet',
      'bh-workqueue',
    ]);
  });

  test('a revert goes back', () => {
    const model = deriveModel(
      textSeries('Revert "usb: xhci: giveback urb in tasklet context"'),
      PROFILES,
      [],
    );
    expect([model?.before.hcdBh, model?.after.hcdBh]).toEqual([true, false]);
  });

  test.each([
    ['mmc: convert tasklet to BH workqueue', ['tasklet', 'BH workqueue']],
    ['net: use a threaded handler', ['threaded', 'hardirq']],
    ['r8152: fewer interrupts', ['before', 'after']],
    ['', []],
  ])('"%s" is nothing the model knows', (subject, labels) => {
    expect(deriveModel(textSeries(subject), PROFILES, labels)).toBeNull();
  });
});

test('without profiles there is no model', () => {
  expect(deriveModel(seriesOf([intended]), [], [])).toBeNull();
});

test('the same series gives the same model', () => {
  const series = seriesOf([intended]);
  expect(deriveModel(series, PROFILES, [])).toEqual(deriveModel(series, PROFILES, []));
});
