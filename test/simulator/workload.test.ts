import { describe, expect, test } from 'vitest';
import type { Costs } from '../../src/simulator/costs.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { run } from '../../src/simulator/run.ts';
import type { Workload } from '../../src/simulator/workload.ts';
import {
  CAMERA,
  COSTS,
  EHCI,
  experiment,
  KEYBOARD,
  MUSB,
  PWC,
  RECEIVING,
  SENDING,
  USBNET,
  withBh,
  XHCI,
  XHCI_BH,
} from './experiments.ts';

const share = (measured: Measurement, name: string): number => measured.functionShares[name] ?? 0;

describe('an Ethernet adapter receiving', () => {
  const wire = 1e9 / (8 * (1500 + 24));

  test('brings in what the wire carries, and no more than that is offered', () => {
    const full = run(experiment({ workload: { ...RECEIVING, offeredFramesPerSec: 200_000 } }));
    expect(full.itemsPerSec / wire).toBeCloseTo(1, 3);
    const half = run(experiment({ workload: { ...RECEIVING, offeredFramesPerSec: 40_000 } }));
    expect(half.itemsPerSec / 40_000).toBeCloseTo(1, 3);
    expect(full.lost + half.lost).toBe(0);
  });

  test('packs seven frames into an URB when 85 us make up a batch', () => {
    const { itemsPerSec, urbsPerSec } = run(experiment({ workload: RECEIVING }));
    expect(itemsPerSec / urbsPerSec).toBeCloseTo(7, 6);
    expect(urbsPerSec).toBeCloseTo(11_717, -1);
  });

  test('serves its NAPI poll in the pass after the giveback with HCD_BH, in the first one without', () => {
    const hard = run(experiment({ workload: RECEIVING }));
    const bh = run(experiment({ workload: RECEIVING, hcd: XHCI_BH }));
    expect(hard.softirqsPerSec['TASKLET']).toBe(0);
    expect((bh.softirqsPerSec['TASKLET'] ?? 0) / bh.urbsPerSec).toBeCloseTo(1, 2);
    expect((bh.softirqsPerSec['NET_RX'] ?? 0) / bh.urbsPerSec).toBeCloseTo(1, 2);
    expect(bh.goodputBytesPerSec / hard.goodputBytesPerSec).toBeCloseTo(1, 6);
  });

  test('loses frames once the core cannot keep up, and counts them', () => {
    const costs: Costs = { ...COSTS, rxStackNs: 20_000 };
    const measured = run(experiment({ workload: RECEIVING, costs }));
    expect(measured.itemsPerSec).toBeLessThan(1e9 / 20_000);
    expect(measured.itemsPerSec).toBeGreaterThan(0.9e9 / 20_100);
    const lostPerSec = (measured.lost * 1e9) / measured.windowNs;
    expect((measured.itemsPerSec + lostPerSec) / wire).toBeCloseTo(1, 1);
  });

  test('is held to the bus at high speed', () => {
    const { goodputBytesPerSec } = run(experiment({ workload: { ...RECEIVING, speed: 'high' } }));
    expect(goodputBytesPerSec).toBeLessThan(53.248e6);
    expect(goodputBytesPerSec).toBeGreaterThan(0.95 * 53.248e6 * (1500 / 1524));
  });
});

describe('an Ethernet adapter sending', () => {
  test('sends what is offered up to the wire, and fills its URBs when more is', () => {
    const wire = 1e9 / (8 * (1500 + 24));
    const half = run(experiment({ workload: { ...SENDING, offeredFramesPerSec: 40_000 } }));
    expect(half.itemsPerSec / 40_000).toBeCloseTo(1, 3);
    const full = run(experiment({ workload: { ...SENDING, offeredFramesPerSec: 200_000 } }));
    expect(full.itemsPerSec / wire).toBeCloseTo(1, 2);
    expect(full.itemsPerSec / full.urbsPerSec).toBeGreaterThan(8);
  });
});

describe('a camera', () => {
  test('keeps its rate whoever copies, and wherever complete() runs', () => {
    for (const copyInCompletion of [true, false]) {
      for (const hcd of [XHCI, XHCI_BH]) {
        const measured = run(
          experiment({ hcd, workload: { ...CAMERA, copyInCompletion }, windowNs: 500_000_000 }),
        );
        expect(measured.itemsPerSec).toBeCloseTo(30, 5);
        expect(measured.goodputBytesPerSec).toBeCloseTo(30 * 614_400, 0);
        expect(measured.lost).toBe(0);
      }
    }
  });

  test('reads a header for every packet, and copies in the work item when told to', () => {
    const inline = run(experiment({ workload: CAMERA }));
    const queued = run(experiment({ workload: { ...CAMERA, copyInCompletion: false } }));
    expect(share(inline, 'uvc_video_decode_isoc') * 1e9).toBeCloseTo(32 * COSTS.uvcHeaderNs * 250, -3);
    expect(inline.completionNs).toBeGreaterThan(queued.completionNs);
    expect(share(queued, 'uvc_video_copy_data_work')).toBeGreaterThan(0);
  });

  test('that needs more packets than there are does not reach its rate', () => {
    const { itemsPerSec } = run(
      experiment({ workload: { ...CAMERA, frameBytes: 1_228_800 }, windowNs: 1_000_000_000 }),
    );
    expect(itemsPerSec).toBeCloseTo(8000 / 400, 1);
  });

  test('loses pictures when a URB takes longer to handle than to fill', () => {
    const { lost, itemsPerSec } = run(
      experiment({ workload: CAMERA, costs: { ...COSTS, uvcHeaderNs: 150_000 }, windowNs: 500_000_000 }),
    );
    expect(lost).toBeGreaterThan(0);
    expect(itemsPerSec).toBeLessThan(30);
  });
});

describe('a bulk camera', () => {
  const bulk: Workload = { ...CAMERA, transfer: 'bulk' };

  test('keeps its rate, with a header an URB instead of one a packet', () => {
    const measured = run(experiment({ workload: bulk, windowNs: 1_000_000_000 }));
    expect(measured.itemsPerSec).toBeCloseTo(30, 1);
    expect(measured.lost).toBe(0);
    const headersNs = (share(measured, 'uvc_video_decode_bulk') * 1e9) / measured.urbsPerSec;
    expect(headersNs).toBeCloseTo(COSTS.uvcHeaderNs, 0);
  });

  test('loses pictures when the bus cannot carry them, and delivers what it can', () => {
    const workload: Workload = { ...CAMERA, transfer: 'bulk', frameBytes: 4_000_000 };
    const measured = run(experiment({ workload, windowNs: 1_000_000_000 }));
    expect(measured.lost).toBeGreaterThan(0);
    expect(measured.goodputBytesPerSec).toBeLessThanOrEqual(53.248e6);
    expect(measured.goodputBytesPerSec).toBeGreaterThan(0.9 * 53.248e6);
  });
});

describe('pwc', () => {
  const arm: Costs = { ...COSTS, copyCoherentBytesPerSec: 33_000_000, copyCachedBytesPerSec: 190_000_000 };

  test('copies at the rate of the memory its buffers are in', () => {
    const coherent = run(
      experiment({ hcd: { ...MUSB, buffers: { kind: 'coherent' } }, workload: PWC, costs: arm }),
    );
    const cached = run(experiment({ hcd: MUSB, workload: PWC, costs: arm }));
    expect(coherent.copyBytesPerSec).toBeCloseTo(33e6, -3);
    expect(cached.copyBytesPerSec).toBeCloseTo(190e6, -4);
    // Submitting a cached buffer maps it, which coherent memory does not need.
    const shorterNs = coherent.completionNs - (cached.completionNs - COSTS.mapNs);
    expect(shorterNs).toBeCloseTo(9600e9 / 33e6 - 9600e9 / 190e6, 0);
    expect(coherent.itemsPerSec).toBeCloseTo(1000, 6);
  });
});

describe('usbnet', () => {
  test('loses two of four lock pairs for an skb when the skb is freed at once', () => {
    const before = run(experiment({ hcd: { ...EHCI, skbLockPairs: 4 }, workload: USBNET }));
    const after = run(experiment({ hcd: { ...EHCI, skbLockPairs: 2 }, workload: USBNET }));
    expect(share(before, 'usbnet_bh') / share(after, 'usbnet_bh')).toBeCloseTo(
      (1000 + 800) / (1000 + 400),
      1,
    );
    expect(share(before, 'skb_dequeue') / share(before, 'skb_queue_tail')).toBeCloseTo(3, 1);
    expect(share(after, 'skb_queue_tail')).toBe(0);
    expect(share(after, 'skb_dequeue') / share(before, 'skb_dequeue')).toBeCloseTo(2 / 3, 1);
    expect(after.itemsPerSec / before.itemsPerSec).toBeCloseTo(1, 3);
  });
});

describe('cdc_ncm', () => {
  test('brings in as many packets with fewer URBs and queue operations', () => {
    const one = run(experiment({ workload: USBNET }));
    const eight = run(experiment({ workload: { ...USBNET, packetsPerUrb: 8 } }));
    expect(eight.itemsPerSec / one.itemsPerSec).toBeCloseTo(1, 2);
    expect(one.urbsPerSec / eight.urbsPerSec).toBeCloseTo(8, 1);
    expect(share(one, 'skb_dequeue') / share(eight, 'skb_dequeue')).toBeCloseTo(8, 0);
  });
});

describe('a keyboard', () => {
  test('is asked once an interval, and loses none while its completion is quick', () => {
    for (const hcd of [XHCI, XHCI_BH, EHCI, withBh(EHCI), MUSB]) {
      const measured = run(experiment({ hcd, workload: KEYBOARD, windowNs: 50_000_000 }));
      expect(measured.itemsPerSec).toBeCloseTo(1000, 6);
      expect(measured.lost).toBe(0);
    }
  });

  test('goes through the high-priority list with HCD_BH', () => {
    const { softirqsPerSec } = run(experiment({ hcd: XHCI_BH, workload: KEYBOARD }));
    expect(softirqsPerSec['HI']).toBeCloseTo(1000, 6);
    expect(softirqsPerSec['TASKLET']).toBe(0);
  });
});

describe('a window', () => {
  test('shorter than a command is stretched to a whole one', () => {
    const long = run(experiment());
    const short = run(experiment({ windowNs: 3_000_000 }));
    expect(short.itemsPerSec).toBeCloseTo(long.itemsPerSec, 6);
    expect(short.windowNs).toBeGreaterThan(3_000_000);
  });
});

describe('a limit of events', () => {
  test('cuts a run short and says so', () => {
    const whole = run(experiment({ workload: RECEIVING }));
    const cut = run(experiment({ workload: RECEIVING, eventsMax: 5000 }));
    expect(whole.isCutShort).toBe(false);
    expect(cut.isCutShort).toBe(true);
    expect(cut.events).toBeLessThanOrEqual(5000);
    expect(cut.windowNs).toBeLessThan(whole.windowNs);
  });
});

describe('interrupts off', () => {
  test('last longer with the lock drop than with HCD_BH, and in era E1 around complete() as well', () => {
    const workload = CAMERA;
    const hard = run(experiment({ workload }));
    const early = run(experiment({ workload, hcd: XHCI_BH, era: 'E1' }));
    const late = run(experiment({ workload, hcd: XHCI_BH, era: 'E2' }));
    expect(hard.irqsOffNsMax).toBeGreaterThan(20_000);
    expect(early.irqsOffNsMax).toBeGreaterThan(20_000);
    expect(late.irqsOffNsMax).toBeLessThan(3000);
  });
});

describe('a threaded handler', () => {
  const threaded = { ...XHCI_BH, irq: { ...XHCI_BH.irq, type: 'threaded' as const } };

  test('with HCD_BH completes in ksoftirqd, unless threading is forced', () => {
    const explicit = run(experiment({ hcd: threaded, workload: KEYBOARD }));
    const forced = run(
      experiment({
        hcd: { ...threaded, irq: { ...threaded.irq, type: 'forced-threaded' } },
        workload: KEYBOARD,
      }),
    );
    expect(share(explicit, 'run_ksoftirqd') + (explicit.cores[0]?.kthread ?? 0)).toBeGreaterThan(0);
    expect(explicit.cores[0]?.softirq).toBe(0);
    expect(forced.cores[0]?.softirq).toBeGreaterThan(0);
    expect(forced.cores[0]?.kthread).toBe(0);
    expect(explicit.urbLatencyNs.mean).toBeGreaterThan(forced.urbLatencyNs.mean);
  });
});
