import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadCParser } from '../../src/adapters/c-parser/c-parser.ts';
import { directoryTree } from '../../src/adapters/tree/directory-tree.ts';
import { childOf } from '../../src/model/c-syntax.ts';
import { deriveModel } from '../../src/model/derive-model.ts';
import type { Model } from '../../src/model/hcd.ts';
import { GIVEBACK_CALLS } from '../../src/model/lock-calls.ts';
import { givebackCalls } from '../../src/model/lock-flow.ts';
import { profileFromTree } from '../../src/model/profile-from-tree.ts';
import { readSource } from '../../src/model/source-file.ts';
import { surveyTree } from '../../src/model/survey-tree.ts';
import { linuxSource, linuxSourceExists } from '../model/linux-source.ts';
import { fileDiff, PROFILES, profileOf, seriesOf } from '../model/series-of.ts';
import { shared, sharedExists } from '../support/shared.ts';

const parseC = await loadCParser();
const tree = linuxSourceExists ? directoryTree(linuxSource) : { read: () => null, list: () => [] };
const source = { tree, parseC };
const HOST = 'drivers/usb/host';
const SPATCH = '/usr/bin/spatch';

/** Every giveback in drivers/usb whose lock is dropped around it, and every struct hc_driver with its flags. */
function readAll(): {
  readonly drops: readonly string[];
  readonly drivers: ReadonlyMap<string, boolean | null>;
} {
  const files = tree
    .list('drivers/usb/')
    .filter((path) => path.endsWith('.c'))
    .map((path) => readSource(path, tree.read(path) ?? '', new Set()));
  const drops = files
    .flatMap(({ functions }) => functions)
    .filter(({ callees }) => [...GIVEBACK_CALLS].some((name) => callees.has(name)))
    .flatMap(({ path, name, line, text }) => {
      const definition = parseC(`void f(void)${text.slice(text.indexOf('{'))}`).children[0];
      const body = definition && childOf(definition, 'body');
      const calls = body ? givebackCalls(body) : [];
      return calls
        .filter(({ style }) => style === 'dropped')
        .map((call) => `${path}:${line + call.line - 1} ${name}`);
    });
  const drivers = files
    .flatMap((file) => file.drivers)
    .map(({ name, fields }): [string, boolean | null] => {
      const flags = fields.get('flags');
      return [name, flags === undefined ? null : flags.split(' ').includes('HCD_BH')];
    });
  return { drops, drivers: new Map(drivers) };
}

/** What a person reads in the sources of 6.1: the call that gives back, the lock around it, and the flag. */
const TABLE: Readonly<
  Record<string, readonly [giveback: string, lock: string, style: string, hcdBh: boolean]>
> = {
  xhci: ['xhci_giveback_urb_in_irq host/xhci-ring.c:762', 'xhci->lock', 'held', true],
  ehci: ['ehci_urb_done host/ehci-q.c:279', 'ehci->lock', 'held', true],
  dwc2: ['dwc2_host_complete dwc2/hcd.c:4188', 'hsotg->lock', 'held', true],
  ohci: ['finish_urb host/ohci-q.c:75', 'ohci->lock', 'dropped', false],
  uhci: ['uhci_giveback_urb host/uhci-q.c:1556', 'uhci->lock', 'dropped', false],
  musb: ['musb_giveback musb/musb_host.c:285', 'musb->lock', 'dropped', false],
  fotg210: ['fotg210_urb_done host/fotg210-hcd.c:2231', 'fotg210->lock', 'dropped', false],
  isp1760: ['isp1760_urb_done isp1760/isp1760-hcd.c:972', 'priv->lock', 'dropped', false],
  oxu210hp: ['ehci_urb_done host/oxu210hp-hcd.c:1391', 'oxu->lock', 'dropped', false],
  isp116x: ['finish_request host/isp116x-hcd.c:309', 'isp116x->lock', 'dropped', false],
  isp1362: ['finish_request host/isp1362-hcd.c:471', 'isp1362_hcd->lock', 'dropped', false],
  sl811: ['finish_request host/sl811-hcd.c:434', 'sl811->lock', 'dropped', false],
  r8a66597: ['r8a66597_urb_done host/r8a66597-hcd.c:828', 'r8a66597->lock', 'dropped', false],
  max3421: ['max3421_urb_done host/max3421-hcd.c:1374', 'max3421_hcd->lock', 'released', false],
  fhci: ['fhci_urb_complete_free host/fhci-q.c:205', 'fhci->lock', 'dropped', false],
  octeon: ['octeon_usb_urb_complete_callback host/octeon-hcd.c:2041', 'usb->lock', 'dropped', false],
  'xen-hcd': ['xenhcd_giveback_urb host/xen-hcd.c:775', 'info->lock', 'dropped', false],
  c67x00: ['c67x00_giveback_urb c67x00/c67x00-sched.c:489', 'c67x00->lock', 'dropped', false],
  u132: ['u132_hcd_giveback_urb host/u132-hcd.c:535', 'endp->queue_lock.slock', 'released', false],
  vhci: ['vhci_recv_ret_submit usbip/vhci_rx.c:107', 'vhci->lock', 'released', false],
  dummy_hcd: ['dummy_timer gadget/udc/dummy_hcd.c:2022', 'dum->lock', 'dropped', false],
  renesas_usbhs: [
    'usbhsh_queue_done renesas_usbhs/mod_host.c:656',
    'usbhs_priv_to_lock(priv)',
    'released',
    false,
  ],
};

describe.skipIf(!linuxSourceExists)('the host drivers of Linux 6.1', () => {
  const all = readAll();

  test.each(PROFILES.map(({ driver }) => driver))('%s is what its profile says', (driver) => {
    const found = profileFromTree(source, profileOf(driver));
    expect(found?.differences).toEqual([]);
    expect(found?.source.unread).toEqual([]);
    expect(found?.core).toEqual({ era: 'E3', isHcdIrqThreaded: false });
  });

  test('eight of the 34 structures with flags have HCD_BH', () => {
    const flags = [...all.drivers.values()].filter((flag) => flag !== null);
    expect([flags.filter(Boolean).length, flags.length]).toEqual([8, 34]);
  });

  test('63 givebacks drop their lock', () => {
    expect(all.drops).toHaveLength(63);
  });

  test('are what a person finds in their sources', () => {
    const survey = surveyTree(source, PROFILES);
    const rows = survey.drivers.map(({ profile: { driver, giveback, lock, hcdBh } }) => {
      const place = giveback.function.source.replace('drivers/usb/', '');
      return [driver, [`${giveback.function.fact} ${place}`, lock.fact, giveback.lockStyle.fact, hcdBh.fact]];
    });
    expect(Object.fromEntries(rows)).toEqual(TABLE);
    expect(survey.structures.filter(({ driver }) => driver === null)).toEqual([]);
    const dropped = survey.givebacks.filter(({ style }) => style === 'dropped');
    expect(dropped.filter(({ callee }) => callee === 'usb_hcd_giveback_urb')).toHaveLength(21);
    expect([survey.absent, survey.unread, dropped.length]).toEqual([[], [], 63]);
  });

  const isAsked = process.env['GIVEBACK_SPATCH'] !== undefined && existsSync(SPATCH) && sharedExists;
  if (isAsked)
    test('Coccinelle finds the same flags', { timeout: 300_000 }, () => {
      const rule = shared('tools/cocci/hcd-flags.cocci');
      const args = ['--very-quiet', '--no-includes', '--sp-file', rule, '--dir', 'drivers/usb'];
      const told = execFileSync(SPATCH, args, {
        cwd: linuxSource,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const theirs = told.split('\n').flatMap((line) => {
        const [, name, flag] = /^FLAGS \S+ (\w+) BH=(\w+)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, flag === 'True'] as const];
      });
      const ours = [...all.drivers].filter(([, flag]) => flag !== null);
      expect(new Map(theirs)).toEqual(new Map(ours));
    });
  if (isAsked)
    test('Coccinelle finds the same drops, and not the one that hangs on a condition', {
      timeout: 300_000,
    }, () => {
      const rule = shared('tools/cocci/giveback-dropped.cocci');
      const told = execFileSync(
        SPATCH,
        ['--very-quiet', '--no-includes', '--sp-file', rule, '--dir', 'drivers/usb'],
        { cwd: linuxSource, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      );
      const theirs = new Set(told.split('\n').flatMap((line) => /^DROPPED (\S+ \S+) /.exec(line)?.[1] ?? []));
      expect(all.drops.filter((drop) => !theirs.has(drop))).toEqual([
        'drivers/usb/gadget/udc/pxa27x_udc.c:679 req_done',
      ]);
      expect([...theirs].filter((drop) => !all.drops.includes(drop))).toEqual([]);
    });
});

/** The model of an edit of real files, read in the real tree. */
function modelOfEdits(edits: Readonly<Record<string, (text: string) => string>>): Model | null {
  const files = Object.entries(edits).map(([path, edit]) => {
    const text = tree.read(path) ?? '';
    expect(edit(text)).not.toBe(text);
    return fileDiff(path, text, edit(text));
  });
  return deriveModel(seriesOf([files]), PROFILES, [], source);
}

const dropFlag = (text: string): string => text.replace(/ \|\s*HCD_BH/, '');
const dropLock =
  (lock: string) =>
  (text: string): string =>
    text.replace(
      /\tusb_hcd_giveback_urb\([^;]*;\n/,
      (call) => `\tspin_unlock(${lock});\n${call}\tspin_lock(${lock});\n`,
    );
const keepLock = (text: string): string =>
  text.replace(
    /\tspin_unlock ?\(&\w+->lock\);\n(\tusb_hcd_giveback_urb[^;]*;\n)\tspin_lock ?\(&\w+->lock\);\n/,
    '$1',
  );

describe.skipIf(!linuxSourceExists)('a patch of ours to Linux 6.1', () => {
  const check = (
    name: string,
    edits: Readonly<Record<string, (text: string) => string>>,
    expected: readonly [driver: string, changes: readonly string[], hazards: readonly string[]],
  ): void => {
    test(name, () => {
      const model = modelOfEdits(edits);
      expect(model).toMatchObject({ source: 'tree', era: 'E3', unmodelled: [] });
      expect([
        model?.driver,
        model?.changes.map(({ kind }) => kind),
        model?.hazards.map(({ kind, severity }) => `${kind} ${severity}`),
      ]).toEqual(expected);
    });
  };

  check('takes the flag from xhci', { [`${HOST}/xhci.c`]: dropFlag }, [
    'xhci',
    ['hcd-bh-removed'],
    ['self-deadlock error'],
  ]);
  check(
    'takes the flag from xhci and puts the drop back',
    { [`${HOST}/xhci.c`]: dropFlag, [`${HOST}/xhci-ring.c`]: dropLock('&xhci->lock') },
    ['xhci', ['hcd-bh-removed', 'lock-drop-added'], ['list-iteration warning', 'list-iteration warning']],
  );
  check('takes the flag from ehci', { [`${HOST}/ehci-hcd.c`]: dropFlag }, [
    'ehci',
    ['hcd-bh-removed'],
    ['self-deadlock error'],
  ]);
  check('takes the flag from dwc2', { 'drivers/usb/dwc2/hcd.c': dropFlag }, [
    'dwc2',
    ['hcd-bh-removed'],
    ['self-deadlock error'],
  ]);
  check('drops the lock of ehci under the flag', { [`${HOST}/ehci-q.c`]: dropLock('&ehci->lock') }, [
    'ehci',
    ['lock-drop-added'],
    ['pointless-drop warning', 'list-iteration warning'],
  ]);
  check('keeps the lock of ohci without a flag', { [`${HOST}/ohci-q.c`]: keepLock }, [
    'ohci',
    ['lock-drop-removed'],
    ['self-deadlock error'],
  ]);
  check('keeps the lock of musb without a flag', { 'drivers/usb/musb/musb_host.c': keepLock }, [
    'musb',
    ['lock-drop-removed'],
    ['self-deadlock error'],
  ]);
  check(
    'keeps the lock of uhci with the flag',
    {
      [`${HOST}/uhci-q.c`]: keepLock,
      [`${HOST}/uhci-pci.c`]: (text) => text.replace('HCD_USB11,', 'HCD_USB11 | HCD_BH,'),
    },
    ['uhci', ['hcd-bh-added', 'lock-drop-removed'], ['bandwidth-churn warning']],
  );
  check(
    'threads the interrupt of xhci',
    {
      [`${HOST}/xhci.c`]: (text) =>
        text.replace(
          'request_irq(pci_irq_vector(pdev, i), xhci_msi_irq, 0,',
          'request_threaded_irq(pci_irq_vector(pdev, i), NULL, xhci_msi_irq, IRQF_ONESHOT,',
        ),
    },
    ['xhci', ['irq-threaded'], ['irq-unsafe-lock error', 'ksoftirqd-giveback warning']],
  );
  check(
    'halves the interrupt rate of xhci',
    { [`${HOST}/xhci-pci.c`]: (text) => text.replace('imod_interval = 40000', 'imod_interval = 80000') },
    ['xhci', ['moderation-changed'], []],
  );
  check(
    'adds a trace to xhci',
    {
      [`${HOST}/xhci-ring.c`]: (text) =>
        text.replace('\tusb_hcd_giveback_urb(', '\ttrace_xhci_given(urb);\n\tusb_hcd_giveback_urb('),
    },
    ['xhci', [], []],
  );
  check(
    'renames the giveback of ehci',
    {
      [`${HOST}/ehci-q.c`]: (text) => text.replaceAll('ehci_urb_done', 'ehci_hand_back'),
      [`${HOST}/ehci-sched.c`]: (text) => text.replaceAll('ehci_urb_done', 'ehci_hand_back'),
    },
    ['ehci', [], []],
  );
  check('moves the giveback of uhci', { [`${HOST}/uhci-q.c`]: moveUp('uhci_giveback_urb', 'uhci_free_td') }, [
    'uhci',
    [],
    [],
  ]);
  check(
    'lays out the giveback of musb anew',
    {
      'drivers/usb/musb/musb_host.c': (text) =>
        text.replace(
          'usb_hcd_giveback_urb(musb->hcd, urb, status);',
          'usb_hcd_giveback_urb(musb->hcd,\n\t\t\t     urb,\n\t\t\t     status);',
        ),
    },
    ['musb', [], []],
  );
});

/** Takes a function out and puts it in front of another one. */
function moveUp(name: string, above: string): (text: string) => string {
  return (text) => {
    const [own = ''] = new RegExp(`static void ${name}\\([\\s\\S]*?\\n}\\n`).exec(text) ?? [];
    const at = text.indexOf(`static void ${above}(`);
    const without = text.replace(own, '');
    return `${without.slice(0, at)}${own}\n${without.slice(at)}`;
  };
}
