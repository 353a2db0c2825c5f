import { describe, expect, test } from 'vitest';
import { loadCParser } from '../../src/adapters/c-parser/c-parser.ts';
import { directoryTree } from '../../src/adapters/tree/directory-tree.ts';
import { deriveModel } from '../../src/model/derive-model.ts';
import type { Model } from '../../src/model/hcd.ts';
import { noneKnown } from '../../src/model/known-sources.ts';
import type { SourceTree } from '../../src/model/source-tree.ts';
import { linuxSource, linuxSourceExists } from '../model/linux-source.ts';
import { fileDiff, PROFILES, seriesOf } from '../model/series-of.ts';

/** Patches of our own writing to files of Linux 6.1: what they set in the model, and what is only told. */

const parseC = await loadCParser();
/** What was read of the kernel's files for one test serves the next. */
const known = noneKnown();
const NOTHING: SourceTree = { read: () => null, list: () => [] };
const linux = linuxSourceExists ? directoryTree(linuxSource) : NOTHING;

const HOST = 'drivers/usb/host';
const CORE = 'drivers/usb/core/hcd.c';
const R8152 = 'drivers/net/usb/r8152.c';
const USBNET = 'drivers/net/usb/usbnet.c';
const NCM = 'drivers/net/usb/cdc_ncm.c';
const UVC = 'drivers/media/usb/uvc/uvcvideo.h';
const HID = 'drivers/hid/usbhid/hid-core.c';
const SCSIGLUE = 'drivers/usb/storage/scsiglue.c';
const PWC = 'drivers/media/usb/pwc/pwc-if.c';

type Edit = (text: string) => string;

/** A kernel with some files edited. */
function edited(tree: SourceTree, edits: Readonly<Record<string, Edit>>): SourceTree {
  return {
    ...tree,
    read: (path) => {
      const text = tree.read(path);
      return text === null ? null : (edits[path]?.(text) ?? text);
    },
  };
}

function modelOf(edits: Readonly<Record<string, Edit>>, tree = linux): Model | null {
  const patched = edited(tree, edits);
  const files = Object.keys(edits).map((path) => {
    const [before, after] = [tree.read(path) ?? '', patched.read(path) ?? ''];
    expect(after).not.toBe(before);
    return fileDiff(path, before, after);
  });
  return deriveModel(seriesOf([files]), PROFILES, [], { tree, parseC, known });
}

/** Numbers of the patterns that the model names without playing them. */
function named(model: Model | null): string[] {
  return (model?.unmodelled ?? []).map(({ why }) => /\((P\d\d)\)/.exec(why)?.[1] ?? why);
}

function shown(model: Model | null): unknown {
  return {
    changes: model?.changes.map(({ kind }) => kind),
    named: named(model),
    hazards: model?.hazards.map(({ kind, severity }) => `${kind} ${severity}`),
  };
}

interface Expected {
  readonly changes?: readonly string[];
  readonly named?: readonly string[];
  readonly hazards?: readonly string[];
}

function check(
  name: string,
  edits: Readonly<Record<string, Edit>>,
  expected: Expected,
  tree?: SourceTree,
): void {
  test(name, () => {
    expect(shown(modelOf(edits, tree))).toEqual({ changes: [], named: [], hazards: [], ...expected });
  });
}

const swap =
  (from: string, to: string): Edit =>
  (text) =>
    text.replace(from, to);
const swapAll =
  (pairs: readonly (readonly [string, string])[]): Edit =>
  (text) =>
    pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text);
const number =
  (name: string, value: string): Edit =>
  (text) =>
    text.replace(new RegExp(`(#define\\s+${name}\\s+)\\d+`), `$1${value}`);

/** pwc as it was while its buffers were coherent. */
const coherentPwc = edited(linux, {
  [PWC]: swapAll([
    [
      'void *buffer = kmalloc(size, GFP_KERNEL);',
      'void *buffer = usb_alloc_coherent(dev, size, GFP_KERNEL, dma_handle);',
    ],
  ]),
});

describe.skipIf(!linuxSourceExists)('a patch of ours to Linux 6.1', () => {
  check(
    'threads the interrupt of ehci: its timer then waits for its thread',
    {
      [CORE]: swap(
        'request_irq(irqnum, &usb_hcd_irq, irqflags,',
        'request_threaded_irq(irqnum, NULL, &usb_hcd_irq, irqflags | IRQF_ONESHOT,',
      ),
      [`${HOST}/ehci-hcd.c`]: swap(
        'static irqreturn_t ehci_irq',
        '/* in a thread */\nstatic irqreturn_t ehci_irq',
      ),
    },
    { changes: ['irq-threaded'], hazards: ['irq-unsafe-lock error', 'ksoftirqd-giveback warning'] },
  );
  check(
    'threads the interrupt of ehci and saves its state',
    {
      [CORE]: swap(
        'request_irq(irqnum, &usb_hcd_irq, irqflags,',
        'request_threaded_irq(irqnum, NULL, &usb_hcd_irq, irqflags | IRQF_ONESHOT,',
      ),
      [`${HOST}/ehci-hcd.c`]: (text) => {
        const at = text.indexOf('static irqreturn_t ehci_irq');
        const own = text.slice(at, text.indexOf('\n}\n', at));
        const safe = own
          .replace('spin_lock(&ehci->lock);', 'spin_lock_irqsave(&ehci->lock, flags);')
          .replaceAll('spin_unlock(&ehci->lock);', 'spin_unlock_irqrestore(&ehci->lock, flags);');
        return text.replace(own, safe);
      },
    },
    { changes: ['irq-threaded'], named: ['P25'], hazards: ['ksoftirqd-giveback warning'] },
  );
  check(
    'allocates the buffers of pwc with kmalloc',
    { [PWC]: swap('usb_alloc_coherent(dev, size, GFP_KERNEL, dma_handle)', 'kmalloc(size, GFP_KERNEL)') },
    { changes: ['buffers-cached'] },
    coherentPwc,
  );
  check(
    'waits longer between interrupts of an xHC',
    { [`${HOST}/xhci-mtk.c`]: swap('imod_interval = 5000', 'imod_interval = 40000') },
    { changes: ['moderation-changed'] },
  );
  check(
    'waits longer between interrupts of an EHCI',
    { [`${HOST}/ehci-hcd.c`]: swap('log2_irq_thresh = 0', 'log2_irq_thresh = 3') },
    { changes: ['moderation-changed'] },
  );
  check('gives uvcvideo more URBs', { [UVC]: number('UVC_URBS', '16') }, { named: ['P14'] });
  check('gives uvcvideo larger URBs', { [UVC]: number('UVC_MAX_PACKETS', '64') }, { named: ['P15'] });
  check('gives usbnet more URBs', { [USBNET]: swap('(60 * 1518)', '(120 * 1518)') }, { named: ['P14'] });
  check('gives r8152 more URBs', { [R8152]: number('RTL8152_MAX_RX', '20') }, { named: ['P14'] });
  check(
    'gives r8152 larger URBs',
    { [R8152]: (text) => text.replace(/(rx_buf_sz\s*=) 16 \* 1024/, '$1 64 * 1024') },
    { named: ['P15'] },
  );
  check(
    'takes a lock of r8152 without saving the state of interrupts',
    { [R8152]: swapAll([['spin_lock_irqsave(&tp->tx_lock, flags)', 'spin_lock(&tp->tx_lock)']]) },
    { named: ['P25'], hazards: ['irq-unsafe-lock warning'] },
  );
  check(
    'takes the lock of an xHC so while submitting',
    {
      [`${HOST}/xhci.c`]: (text) => {
        const at = text.indexOf('int xhci_urb_enqueue(');
        const own = text.slice(at).replace('spin_lock_irqsave(&xhci->lock, flags)', 'spin_lock(&xhci->lock)');
        return text.slice(0, at) + own;
      },
    },
    { named: ['P25'], hazards: ['irq-unsafe-lock error'] },
  );
  check(
    'makes the tasklet of usbnet a work item',
    {
      [USBNET]: swapAll([
        ['tasklet_schedule(&dev->bh)', 'schedule_work(&dev->bh_work)'],
        ['tasklet_setup(&dev->bh, usbnet_bh_tasklet)', 'INIT_WORK(&dev->bh_work, usbnet_bh_work)'],
        ['tasklet_kill(&dev->bh)', 'cancel_work_sync(&dev->bh_work)'],
        ['usbnet_bh_tasklet(struct tasklet_struct *t)', 'usbnet_bh_work(struct work_struct *work)'],
        ['from_tasklet(dev, t, bh)', 'container_of(work, struct usbnet, bh_work)'],
      ]),
    },
    { named: ['P07'] },
  );
  check(
    'makes the tasklet of r8152 one',
    {
      [R8152]: swapAll([
        ['tasklet_schedule(&tp->tx_tl)', 'schedule_work(&tp->tx_work)'],
        ['tasklet_setup(&tp->tx_tl, bottom_half)', 'INIT_WORK(&tp->tx_work, bottom_half)'],
        ['tasklet_kill(&tp->tx_tl)', 'cancel_work_sync(&tp->tx_work)'],
      ]),
    },
    { named: ['P07'] },
  );
  check(
    'makes the tasklet of cdc_ncm one, and waits for the wrong thing',
    {
      [NCM]: swapAll([
        ['tasklet_schedule(&ctx->bh)', 'schedule_work(&ctx->work)'],
        ['tasklet_setup(&ctx->bh, cdc_ncm_txpath_bh)', 'INIT_WORK(&ctx->work, cdc_ncm_txpath_bh)'],
      ]),
    },
    { named: ['P07'], hazards: ['missing-teardown warning'] },
  );
  check(
    'asks for larger commands',
    { [SCSIGLUE]: (text) => text.replace(/(\.max_sectors =\s*)240/, '$1480') },
    { named: ['P20'] },
  );
  check(
    'lets a completion handler of usbhid sleep',
    {
      [HID]: (text) => {
        const at = text.indexOf('static void hid_irq_in(');
        return text.slice(0, at) + text.slice(at).replace('GFP_ATOMIC', 'GFP_KERNEL');
      },
    },
    { named: ['P17'], hazards: ['sleep-in-atomic error'] },
  );
  check(
    'takes NAPI from r8152',
    { [R8152]: swap('napi_gro_receive(napi, skb)', 'netif_rx(skb)') },
    { named: ['P22'] },
  );
});
