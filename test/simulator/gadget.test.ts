import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import type { Experiment } from '../../src/simulator/experiment.ts';
import { run, setUp } from '../../src/simulator/run.ts';
import type { Workload } from '../../src/simulator/workload.ts';
import { SEEDS } from '../theory/estimate.ts';
import { costsOf, DISK, experiment, XHCI } from './experiments.ts';
import { DWC3, DWC3_DEADLY, DWC3_HARD, FILE, LINK, withFunctions } from './gadgets.ts';

const WORKLOADS: readonly Workload[] = [
  FILE,
  { ...FILE, direction: 'write' },
  { ...FILE, speed: 'high', isBackingBusy: false },
  LINK,
  { ...LINK, direction: 'tx' },
  { ...LINK, framesPerRequest: 8 },
  { ...LINK, direction: 'tx', framesPerRequest: 8 },
];
const WINDOW_NS = 3_000_000;

function played(changes: Partial<Experiment>): Experiment {
  return experiment({ hcd: DWC3, windowNs: WINDOW_NS, ...changes });
}

describe('the lock of dwc3', () => {
  test('kept around complete() stops a link that receives, with the calls that lead there', () => {
    const { deadlock } = run(played({ hcd: DWC3_DEADLY, workload: LINK }));
    expect(deadlock).toEqual({
      kind: 'self',
      lock: 'dwc->lock',
      trace: [
        'irq_thread',
        'dwc3_thread_interrupt [takes dwc->lock]',
        'dwc3_process_event_buf',
        'dwc3_process_event_entry',
        'dwc3_gadget_endpoint_trbs_complete',
        'dwc3_gadget_ep_cleanup_completed_requests',
        'dwc3_gadget_giveback',
        'usb_gadget_giveback_request',
        'rx_complete',
        'rx_submit',
        'usb_ep_queue',
        'dwc3_gadget_ep_queue',
        'spin_lock_irqsave(&dwc->lock)',
      ],
    });
  });

  test('kept does not stop mass storage, whose complete() only wakes its thread', () => {
    expect(run(played({ hcd: DWC3_DEADLY, workload: FILE })).deadlock).toBeNull();
  });

  test.each([DWC3, DWC3_HARD])('dropped deadlocks nothing and is used soundly: $irq.type', (hcd) => {
    for (const workload of WORKLOADS) {
      const { deadlock, lockHazards } = run(played({ hcd, workload }));
      expect(deadlock).toBeNull();
      expect(lockHazards).toEqual([]);
    }
  });
});

describe('whatever the costs', () => {
  test.each(SEEDS)('requests, interrupts and locks come out as they went in, draw %d', (seed) => {
    const hcd = [DWC3, DWC3_HARD, withFunctions({ isEtherThrottled: true })][seed % 3] ?? DWC3;
    for (const workload of WORKLOADS) {
      const { host, scenario } = setUp(played({ hcd, workload, costs: costsOf(seed) }));
      const { machine, controller, tally } = host;
      scenario.begin();
      machine.engine.run(WINDOW_NS);
      const out = tally.submitted - tally.urbs;
      expect(tally.urbs).toBeGreaterThan(0);
      expect(out).toBeGreaterThanOrEqual(0);
      expect(out).toBeLessThanOrEqual(11);
      const { raised, handled, coalesced, isPending } = controller.line;
      expect(raised).toBe(handled + coalesced + (isPending ? 1 : 0));
      expect(machine.hcdLock.acquisitions).toBe(machine.hcdLock.releases + (machine.hcdLock.owner ? 1 : 0));
    }
  });

  test.each(SEEDS)('no nanosecond of a core is lost, and no run is another of its seed, draw %d', (seed) => {
    const workload = WORKLOADS[seed % WORKLOADS.length] ?? FILE;
    const once = run(played({ workload, costs: costsOf(seed), seed }));
    for (const core of once.cores)
      expect(Object.values(core).reduce((sum, ns) => sum + ns, 0)).toBe(once.windowNs);
    expect(run(played({ workload, costs: costsOf(seed), seed }))).toEqual(once);
  });

  test.each(SEEDS)('more buffers never hurt, and none help past the bus, draw %d', (seed) => {
    for (const direction of ['read', 'write'] as const) {
      const rates = [1, 2, 3, 4, 8].map((storageBuffers) =>
        rateOf(withFunctions({ storageBuffers }), seed, direction),
      );
      for (const [at, rate] of rates.entries())
        expect(rate).toBeGreaterThanOrEqual((rates[at - 1] ?? 0) * 0.995);
      expect(Math.max(...rates)).toBeLessThanOrEqual(475e6);
    }
  });
});

function rateOf(hcd: Hcd, seed: number, direction: 'read' | 'write'): number {
  const workload = { ...FILE, direction, hostCv: 0 };
  return run(played({ hcd, workload, costs: costsOf(seed) })).goodputBytesPerSec;
}

describe('interrupts', () => {
  test('of a mass-storage command are as many as its buffers and its wrappers', () => {
    const { irqsPerSec, itemsPerSec, urbsPerSec } = run(played({ workload: FILE, windowNs: 50_000_000 }));
    expect(urbsPerSec / itemsPerSec).toBeCloseTo(10, 1);
    expect(irqsPerSec).toBeLessThanOrEqual(urbsPerSec * 1.01);
  });

  test('handled at once leave out what a thread costs', () => {
    const threaded = run(played({ workload: FILE }));
    const hard = run(played({ hcd: DWC3_HARD, workload: FILE }));
    expect(hard.goodputBytesPerSec).toBeGreaterThan(threaded.goodputBytesPerSec);
    expect(hard.contextSwitchesPerSec).toBeLessThan(threaded.contextSwitchesPerSec);
    expect(hard.hardirqShare).toBeGreaterThan(threaded.hardirqShare);
  });

  test('come no sooner than the moderation lets them', () => {
    const moderationNs = 50_000;
    const hcd = { ...DWC3, irq: { ...DWC3.irq, moderationNs } };
    expect(run(played({ hcd, workload: LINK })).irqsPerSec).toBeLessThan(1e9 / moderationNs + 1);
  });
});

test('a gadget is never played on a host controller, nor a disk on a device controller', () => {
  expect(() => run(played({ hcd: XHCI, workload: FILE }))).toThrow(RangeError);
  expect(() => run(played({ hcd: DWC3, workload: DISK }))).toThrow(RangeError);
});
