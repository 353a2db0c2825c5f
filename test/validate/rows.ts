import type { Claim } from '../../src/claims/claim.ts';
import type { Hcd, Model } from '../../src/model/hcd.ts';
import type { Percentiles } from '../../src/replay/replay.ts';
import type { ReplaySettings } from '../../src/replay/replay-settings.ts';
import { claimOf, ehciOf, hcdOf, modelOf, sideOf, withBh } from '../replay/built.ts';
import { foreseeRndisMode } from './foresee-dma.ts';
import { byteQueueLimits, pingBeside } from './foresee-queue.ts';

/** CAL: a prior may rest on it. HOLD: never, it is for scoring only. */
export type Role = 'CAL' | 'HOLD';

/** A published measurement and what the model must say of it. */
export interface Row {
  readonly id: string;
  readonly change: string;
  readonly role: Role;
  /** What the measurement showed. A row of `open` counts for neither sensitivity. */
  readonly shows: 'effect' | 'no-effect' | 'open';
  /** Where the model's median has to lie, in percent of before. */
  readonly tolerance: { readonly low: number; readonly high: number };
  /** Coefficient of variation of one run in percent, where the source gives it. */
  readonly cvPercent?: number;
  /** Why the model has no run for the row; null for a row that has one. */
  readonly because: string | null;
  /** null for a row that the model has no run for. */
  readonly played: {
    readonly claim: Claim;
    readonly model: Model;
    readonly beside?: readonly Claim[];
  } | null;
  /** For a row without a figure of before: foreseen from the costs of its machine, with nothing to calibrate on. */
  readonly foreseen?: {
    readonly measuredPercent: number;
    deltaPercent(settings: ReplaySettings, seed: number): Percentiles;
  };
}

const DESKTOP = 'Intel i5-7600 @ 3.5GHz';
const BEAGLEBONE = 'TI AM335x BeagleBone Black';

/** Source of every row: usb-model, section 6, which names the mail or commit of each. */
export const ROWS: readonly Row[] = [
  {
    id: 'V01',
    change: 'EHCI storage, hardirq to threaded handler',
    role: 'CAL',
    shows: 'effect',
    tolerance: { low: -3.6, high: -0.8 },
    because: null,
    played: { claim: storage(34.26, 33.44), model: threadedEhci() },
  },
  {
    id: 'V02',
    change: 'EHCI storage, hardirq to tasklet',
    role: 'HOLD',
    shows: 'no-effect',
    tolerance: { low: -0.6, high: 0 },
    because: null,
    played: { claim: storage(34.26, 34.29), model: modelOf(ehciOf(), withBh(ehciOf()), { era: 'E1' }) },
  },
  xhciRow('V04', 'xHCI HCD_BH, disk', { low: -0.05, high: 0 }, storage(103.667, 103.692, DESKTOP)),
  xhciRow('V05', 'xHCI HCD_BH, stick', { low: -0.06, high: 0 }, storage(129.727, 130.2, DESKTOP)),
  xhciRow('V06', 'xHCI HCD_BH, 4K camera', { low: -0.3, high: 0.3 }, camera()),
  {
    ...xhciRow(
      'V07',
      'xHCI HCD_BH, RTL8153 receiving',
      { low: -1, high: 1 },
      ethernet('net-rx', 933.86, 983.86),
    ),
    shows: 'open',
  },
  {
    ...xhciRow(
      'V08',
      'xHCI HCD_BH, RTL8153 sending',
      { low: -1, high: 1 },
      ethernet('net-tx', 830.18, 882.75),
    ),
    shows: 'open',
  },
  {
    id: 'V09',
    change: 'usbnet, skb not queued again (forced path)',
    role: 'HOLD',
    shows: 'effect',
    tolerance: { low: (100 * (6.4 - 11.58)) / 11.58, high: (100 * (8 - 11.58)) / 11.58 },
    because: null,
    played: usbnet(),
  },
  {
    id: 'V10',
    change: 'pwc buffers coherent to cached, x86',
    role: 'HOLD',
    shows: 'no-effect',
    tolerance: { low: -3, high: 3 },
    cvPercent: 22,
    because: null,
    played: { claim: copy(4100, 4400, 'Intel Core i5-3470'), model: cachedBuffers() },
  },
  {
    id: 'V11',
    change: 'pwc buffers coherent to cached, AM335x',
    role: 'HOLD',
    shows: 'effect',
    tolerance: { low: 100 * (190 / 33 / 2 - 1), high: 100 * ((2 * 190) / 33 - 1) },
    cvPercent: 14,
    because: null,
    played: { claim: copy(33, 190, BEAGLEBONE), model: cachedBuffers() },
  },
  {
    id: 'V12',
    change: 'pwc buffers, the same author earlier',
    role: 'CAL',
    shows: 'effect',
    tolerance: { low: 400, high: 1900 },
    because: null,
    played: { claim: copy(28, 280, BEAGLEBONE), model: cachedBuffers() },
  },
  {
    ...headerRow('V15', 'RK3288', { before: 45.319, after: 20.62, runs: 480 }),
    role: 'CAL',
    shows: 'effect',
    tolerance: { low: -82, high: -36 },
    cvPercent: 37,
  },
  {
    ...headerRow('V16', 'Intel Broadwell', { before: 21.026, after: 20.728 }),
    tolerance: { low: -3, high: 3 },
  },
  { ...headerRow('V18', 'x86', { before: 10.44, after: 10.68 }), tolerance: { low: -5, high: 5 } },
  notPlayed(
    'V22',
    'dwc_otg FIQ for SOF interrupts, ARM11',
    'after, the interrupt is a FIQ outside Linux; before, see below',
    {
      role: 'CAL',
      shows: 'effect',
    },
  ),
  pingRow('V25a', '2.5 GbE', { before: 1.6, after: 0.6 }),
  pingRow('V25b', '100 Mbit/s', { before: 35, after: 5 }),
  {
    id: 'V27',
    change: 'MUSB CPPI RNDIS receive mode',
    role: 'HOLD',
    shows: 'effect',
    // Within a factor of 1.5.
    tolerance: { low: 60 / 1.5, high: 60 * 1.5 },
    because: null,
    played: null,
    foreseen: { measuredPercent: 60, deltaPercent: foreseeRndisMode },
  },
];

/** Within a factor of 2 of the latency afterwards. */
function pingRow(id: string, link: string, ms: { readonly before: number; readonly after: number }): Row {
  const claim = pingBeside(link, ms.before, ms.after);
  const leftPercent = (100 * ms.after) / ms.before;
  return {
    id,
    change: `usbnet byte queue limits, ${link}`,
    role: 'HOLD',
    shows: 'effect',
    tolerance: { low: leftPercent / 2 - 100, high: leftPercent * 2 - 100 },
    because: null,
    played: { claim, model: byteQueueLimits() },
  };
}

function notPlayed(id: string, change: string, because: string, of: Pick<Row, 'role' | 'shows'>): Row {
  return { id, change, ...of, tolerance: { low: 0, high: 0 }, because, played: null };
}

function xhciRow(id: string, change: string, tolerance: Row['tolerance'], claim: Claim): Row {
  const model = modelOf(hcdOf(), withBh(hcdOf()));
  return { id, change, role: 'HOLD', shows: 'no-effect', tolerance, because: null, played: { claim, model } };
}

/** Mean time in uvc_video_complete() in microseconds; uvcvideo's buffers were coherent memory then. */
function headerRow(
  id: string,
  machine: string,
  {
    before,
    after,
    runs = null,
  }: { readonly before: number; readonly after: number; readonly runs?: number | null },
): Row {
  const side = (value: number, label: string) => ({ ...sideOf(value, label, 1e-6), runs });
  const claim = claimOf({
    metric: 'time',
    quantity: 'uvc_video_complete',
    unit: 'us',
    baseUnit: 's',
    better: 'lower',
    workload: 'video-capture',
    device: 'Logitech Brio webcam',
    machine,
    before: side(before, 'without'),
    after: side(after, 'with'),
  });
  const hcd = hcdOf({ buffers: { kind: 'coherent' }, uvcHeader: 'in-place' });
  const model = modelOf(hcd, { ...hcd, uvcHeader: 'copied' }, { era: 'E1' });
  const change = `uvcvideo header caching, ${machine}`;
  const tolerance = { low: 0, high: 0 };
  return { id, change, role: 'HOLD', shows: 'no-effect', tolerance, because: null, played: { claim, model } };
}

function storage(before: number, after: number, machine: string | null = null): Claim {
  const runs = machine === null ? null : 10;
  return claimOf({
    machine,
    before: { ...sideOf(before, 'without'), runs },
    after: { ...sideOf(after, 'with'), runs },
  });
}

function camera(): Claim {
  return claimOf({
    metric: 'frame-rate',
    baseUnit: '1/s',
    workload: 'video-capture',
    device: 'Logitech Brio webcam',
    machine: DESKTOP,
    before: sideOf(26.4451, 'without', 1),
    after: sideOf(26.3949, 'with', 1),
  });
}

function ethernet(workload: 'net-rx' | 'net-tx', before: number, after: number): Claim {
  return claimOf({
    workload,
    baseUnit: 'bit/s',
    device: 'RTL8153',
    machine: DESKTOP,
    before: sideOf(before, 'without'),
    after: sideOf(after, 'with'),
    conditions: { tools: ['pktgen', 'vnstat'], frameBytes: 1500, bufferBytes: null, speed: 'super' },
  });
}

function copy(before: number, after: number, machine: string): Claim {
  return claimOf({
    workload: 'memcpy',
    machine,
    before: sideOf(before, 'usb_alloc_coherent'),
    after: sideOf(after, 'kmalloc'),
  });
}

function usbnet(): Row['played'] {
  const share = (quantity: string, before: number, after: number): Claim =>
    claimOf({
      quantity,
      metric: 'cpu-share',
      baseUnit: '%',
      workload: 'cpu-profile',
      machine: 'arm64',
      before: sideOf(before, 'queued', 1),
      after: sideOf(after, 'direct', 1),
    });
  const beside = [share('skb_dequeue', 6.43, 4.63), share('skb_queue_tail', 2.21, 0)];
  return {
    claim: share('usbnet_bh', 11.58, 7.62),
    beside,
    model: modelOf(hcdOf(), hcdOf({ skbLockPairs: 2 })),
  };
}

function threadedEhci(): Model {
  return modelOf(ehciOf(), ehciOf({ irq: { ...ehciOf().irq, type: 'threaded' } }), { era: 'E1' });
}

function cachedBuffers(): Model {
  const musb: Partial<Hcd> = {
    driver: 'musb',
    irq: { type: 'hard', handler: 'dsps_interrupt', moderationNs: 0 },
  };
  return modelOf(hcdOf({ ...musb, buffers: { kind: 'coherent' } }), hcdOf(musb));
}
