import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deriveModel } from '../../src/model/derive-model.ts';
import { deriveGadgetModel } from '../../src/model/gadget-model.ts';
import type { Model } from '../../src/model/hcd.ts';
import type { UdcProfile } from '../../src/model/udc-profile.ts';
import type { FileDiff, Series } from '../../src/series/series.ts';
import { fileDiff, PROFILES, seriesOf } from './series-of.ts';

const UDC: UdcProfile = JSON.parse(
  readFileSync(new URL('../../config/udc/dwc3.json', import.meta.url), 'utf8'),
);
const FUNCTIONS = 'drivers/usb/gadget/function';
const GADGET = 'drivers/usb/dwc3/gadget.c';
const IN_2023 = { date: '2023-03-01T00:00:00Z' };

function modelOf(files: readonly FileDiff[], told: Partial<Series> = IN_2023): Model | null {
  return deriveGadgetModel(seriesOf([files], told), [UDC]);
}

function changed(path: string, before: string, after: string): FileDiff {
  return fileDiff(path, before, after);
}

const header = (line: string): string => `#ifndef QUEUES_H\n#define QUEUES_H\n\n${line}\n\n#endif\n`;

const CONSTANTS: readonly (readonly [string, string, string, string, string, string])[] = [
  [
    'u_ether.h',
    '#define QMULT_DEFAULT 5',
    '#define QMULT_DEFAULT 10',
    'ether-queue-changed',
    'etherQmult',
    '10',
  ],
  [
    'storage_common.h',
    '#define FSG_BUFLEN	((u32)16384)',
    '#define FSG_BUFLEN	((u32)65536)',
    'storage-buffer-size-changed',
    'storageBufferBytes',
    '65536',
  ],
  [
    'storage_common.h',
    '#define FSG_BUFLEN	((u32)16384)',
    '#define FSG_BUFLEN	(64 * 1024)',
    'storage-buffer-size-changed',
    'storageBufferBytes',
    '65536',
  ],
  [
    'storage_common.h',
    '#define FSG_BUFLEN	SZ_16K',
    '#define FSG_BUFLEN	SZ_32K',
    'storage-buffer-size-changed',
    'storageBufferBytes',
    '32768',
  ],
  [
    'storage_common.h',
    '#define FSG_NUM_BUFFERS	2',
    '#define FSG_NUM_BUFFERS	4',
    'storage-buffers-changed',
    'storageBuffers',
    '4',
  ],
];

describe('a constant of a function', () => {
  test.each(CONSTANTS)('%s: %s to %s', (file, before, after, kind, name, value) => {
    const model = modelOf([changed(`${FUNCTIONS}/${file}`, header(before), header(after))]);
    expect(model).toMatchObject({
      driver: 'dwc3',
      driverFrom: 'default',
      source: 'diff',
      unmodelled: [],
      hazards: [],
    });
    expect(model?.changes.map((one) => one.kind)).toEqual([kind]);
    expect(model?.after.gadget).toMatchObject({ [name]: Number(value) });
    expect(model?.before.gadget).toEqual({
      storageBuffers: 2,
      storageBufferBytes: 16_384,
      etherQmult: 5,
      isEtherThrottled: false,
    });
  });

  test.each([
    ['#define FSG_BUFLEN	PAGE_SIZE', '#define FSG_BUFLEN	(PAGE_SIZE * 4)'],
    ['#define FSG_BUFLEN	((u32)16384)', '#define FSG_BUFLEN	((u32)7)'],
    ['#define FSG_MAX_LUNS	8', '#define FSG_MAX_LUNS	16'],
  ])('that is no number the kernel takes, or of something else, changes nothing: %s', (before, after) => {
    const model = modelOf([changed(`${FUNCTIONS}/storage_common.h`, header(before), header(after))]);
    expect(model?.changes).toEqual([]);
    expect(model?.unmodelled).toHaveLength(1);
    expect(model?.after).toEqual(model?.before);
  });
});

describe('the speeds at which u_ether queues deeper', () => {
  const qlen = (sign: string): string =>
    `static inline int qlen(struct usb_gadget *gadget, unsigned qmult)\n{\n\tif (is_dual(gadget) && (gadget->speed == USB_SPEED_HIGH ||\n\t\t\t\tgadget->speed ${sign} USB_SPEED_SUPER))\n\t\treturn qmult * DEFAULT_QLEN;\n\treturn DEFAULT_QLEN;\n}\n`;

  test.each([
    ['==', '>=', [1, 5]],
    ['>=', '==', [5, 1]],
  ])('%s to %s is of SuperSpeed Plus', (before, after, qmults) => {
    const model = modelOf([changed(`${FUNCTIONS}/u_ether.c`, qlen(before), qlen(after))]);
    expect(model?.changes.map(({ kind }) => kind)).toEqual(['ether-queue-changed']);
    expect([model?.before.gadget?.etherQmult, model?.after.gadget?.etherQmult]).toEqual(qmults);
    expect(model?.unmodelled).toEqual([]);
  });
});

describe('Kconfig', () => {
  const entry = (symbol: string, value: number): string =>
    `config ${symbol}\n\tint "A number"\n\trange 2 256\n\tdefault ${value}\n\thelp\n\t  Said at length.\n`;

  test('sets the number of storage buffers', () => {
    const symbol = 'USB_GADGET_STORAGE_NUM_BUFFERS';
    const model = modelOf([changed('drivers/usb/gadget/Kconfig', entry(symbol, 2), entry(symbol, 8))]);
    expect(model?.changes).toMatchObject([
      { kind: 'storage-buffers-changed', from: '2 buffers', to: '8 buffers', line: 4 },
    ]);
    expect(model?.after.gadget?.storageBuffers).toBe(8);
    expect(model?.unmodelled).toEqual([]);
  });

  test('of another symbol is not C source, and no more is said', () => {
    const model = modelOf([
      changed(
        'drivers/usb/gadget/Kconfig',
        entry('USB_GADGET_VBUS_DRAW', 2),
        entry('USB_GADGET_VBUS_DRAW', 100),
      ),
    ]);
    expect(model?.changes).toEqual([]);
    expect(model?.unmodelled).toMatchObject([{ why: 'not C source' }]);
  });
});

describe('the throttling of u_ether', () => {
  const xmit = (rule: string): string =>
    `static int eth_start_xmit(struct sk_buff *skb, struct net_device *net)\n{\n\treq->length = length;\n\n${rule}\tretval = usb_ep_queue(in, req, GFP_ATOMIC);\n\treturn retval;\n}\n`;
  const RULE =
    '\tif (gadget_is_dualspeed(dev->gadget))\n\t\treq->no_interrupt = is_fast(dev)\n\t\t\t? ((atomic_read(&dev->tx_qlen) % dev->qmult) != 0)\n\t\t\t: 0;\n\n';

  test('taken out, and nothing is left over', () => {
    const model = modelOf([changed(`${FUNCTIONS}/u_ether.c`, xmit(RULE), xmit(''))]);
    expect(model?.changes.map(({ kind }) => kind)).toEqual(['ether-throttling-removed']);
    expect(model?.before.gadget?.isEtherThrottled).toBe(true);
    expect(model?.after.gadget?.isEtherThrottled).toBe(false);
    expect(model?.unmodelled).toEqual([]);
  });

  test('was there before v4.9, and is not since', () => {
    const deeper = [
      changed(
        `${FUNCTIONS}/u_ether.h`,
        header('#define QMULT_DEFAULT 5'),
        header('#define QMULT_DEFAULT 10'),
      ),
    ];
    expect(modelOf(deeper, { date: '2015-06-01T00:00:00Z' })?.before.gadget?.isEtherThrottled).toBe(true);
    expect(modelOf(deeper)?.before.gadget?.isEtherThrottled).toBe(false);
  });
});

describe('the driver of the controller', () => {
  const giveback = (isDropped: boolean): string => {
    const [unlock, lock] = isDropped
      ? ['\tspin_unlock(&dwc->lock);\n', '\tspin_lock(&dwc->lock);\n']
      : ['', ''];
    return `void dwc3_gadget_giveback(struct dwc3_ep *dep, struct dwc3_request *req, int status)\n{\n\tstruct dwc3 *dwc = dep->dwc;\n\n${unlock}\tusb_gadget_giveback_request(&dep->endpoint, &req->request);\n${lock}}\n`;
  };

  test('that keeps its lock around complete() is told of, with the way to the deadlock', () => {
    const model = modelOf([changed(GADGET, giveback(true), giveback(false))]);
    expect(model).toMatchObject({
      driverFrom: 'diff',
      changes: [{ kind: 'lock-drop-removed' }],
      unmodelled: [],
    });
    expect(model?.after.giveback).toMatchObject({ lockHeld: true, lockDropped: false });
    expect(model?.hazards).toMatchObject([
      { kind: 'self-deadlock', severity: 'warning', where: { file: GADGET } },
    ]);
    expect(model?.hazards[0]?.trace.at(-2)).toBe('dwc3_gadget_ep_queue');
    expect(model?.hazards[0]?.trace).toContain('dwc3_thread_interrupt [takes dwc->lock]');
  });

  test('that handles its events in the interrupt is hard after and threaded before', () => {
    const start = (call: string): string =>
      `static int dwc3_gadget_start(struct usb_gadget *g)\n{\n\tret = ${call};\n\treturn ret;\n}\n`;
    const model = modelOf([
      changed(
        GADGET,
        start('request_threaded_irq(irq, dwc3_interrupt, dwc3_thread_interrupt, IRQF_SHARED, "dwc3", evt)'),
        start('request_irq(irq, dwc3_interrupt, IRQF_SHARED, "dwc3", evt)'),
      ),
    ]);
    expect(model?.changes.map(({ kind }) => kind)).toEqual(['irq-unthreaded']);
    expect([model?.before.irq.type, model?.after.irq.type]).toEqual(['threaded', 'hard']);
    expect(model?.after.giveback.context).toBe('hardirq');
  });

  test.each([GADGET, 'drivers/usb/dwc3/core.c'])('counts its moderation in units of 250 ns: %s', (path) => {
    const set = (units: number): string =>
      `static void dwc3_gadget_run(struct dwc3 *dwc)\n{\n\tdwc->imod_interval = ${units};\n}\n`;
    const model = modelOf([changed(path, set(1), set(160))]);
    expect([model?.before.irq.moderationNs, model?.after.irq.moderationNs]).toEqual([250, 40_000]);
  });
});

describe('no model of a gadget', () => {
  const deeper = changed(
    `${FUNCTIONS}/u_ether.h`,
    header('#define QMULT_DEFAULT 5'),
    header('#define QMULT_DEFAULT 10'),
  );

  test('for what dwc3 shares with its host mode, or is of its host mode', () => {
    for (const path of ['drivers/usb/dwc3/core.c', 'drivers/usb/dwc3/host.c'])
      expect(modelOf([changed(path, 'int a = 1;\n', 'int a = 2;\n')])).toBeNull();
  });

  test('for another device controller, by its file or by the text', () => {
    expect(
      modelOf([changed('drivers/usb/gadget/udc/net2280.c', 'int a = 1;\n', 'int a = 2;\n'), deeper]),
    ).toBeNull();
    expect(
      modelOf([deeper], { ...IN_2023, subject: 'usb: gadget: u_ether: deeper queues, for musb' }),
    ).toBeNull();
  });

  test('is asked for where a host has one: its files decide first', () => {
    const series = seriesOf(
      [[deeper, changed('drivers/usb/host/xhci-ring.c', 'int a = 1;\n', 'int a = 2;\n')]],
      IN_2023,
    );
    expect(deriveModel(series, PROFILES, [])).toMatchObject({ driver: 'xhci' });
    expect(deriveModel(seriesOf([[deeper]], IN_2023), PROFILES, [])).toBeNull();
  });
});
