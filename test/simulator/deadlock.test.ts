import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import { noWatch, watchLocks } from '../../src/simulator/deadlock.ts';
import { Machine } from '../../src/simulator/machine.ts';
import { silentMonitor } from '../../src/simulator/monitor.ts';
import { Level } from '../../src/simulator/parts.ts';
import { call, cpu, fn, forever, lock, unlock } from '../../src/simulator/program.ts';
import { run } from '../../src/simulator/run.ts';
import {
  ALL_HCDS,
  ALL_WORKLOADS,
  COSTS,
  DISK,
  experiment,
  KEYBOARD,
  RECEIVING,
  withBh,
  XHCI_BH,
  XHCI_DEADLY,
} from './experiments.ts';

/** The lock drop removed, the flag forgotten. */
function deadly(hcd: Hcd): Hcd {
  return { ...hcd, giveback: { ...hcd.giveback, lockHeld: true, lockDropped: false } };
}

describe('a lock that is kept while complete() submits', () => {
  test('stops at the first completion of a keyboard, with the calls that led there', () => {
    const { deadlock, urbsPerSec } = run(experiment({ hcd: XHCI_DEADLY, workload: KEYBOARD }));
    expect(urbsPerSec).toBe(0);
    expect(deadlock).toEqual({
      kind: 'self',
      lock: 'xhci->lock',
      trace: [
        'xhci_msi_irq',
        'xhci_irq [takes xhci->lock]',
        'xhci_handle_event',
        'finish_td',
        'xhci_td_cleanup',
        'xhci_giveback_urb_in_irq',
        'usb_hcd_giveback_urb',
        '__usb_hcd_giveback_urb',
        'hid_irq_in',
        'usb_submit_urb',
        'usb_hcd_submit_urb',
        'xhci_urb_enqueue',
        'spin_lock_irqsave(&xhci->lock)',
      ],
    });
  });

  test.each(ALL_HCDS)('stops whatever the driver: $driver', (hcd) => {
    const { deadlock } = run(experiment({ hcd: deadly(hcd), workload: KEYBOARD }));
    expect(deadlock?.kind).toBe('self');
    expect(deadlock?.trace.at(-2)).toBe(hcd.enqueue.function);
    expect(deadlock?.trace.filter((name) => name.includes(`[takes ${hcd.giveback.lock}]`))).toHaveLength(1);
  });

  test('does not show with storage or with a NAPI adapter, which do not submit from complete()', () => {
    expect(run(experiment({ hcd: XHCI_DEADLY, workload: DISK })).deadlock).toBeNull();
    expect(run(experiment({ hcd: XHCI_DEADLY, workload: RECEIVING })).deadlock).toBeNull();
  });

  test('does not show when submission takes no lock', () => {
    const lockless = { ...XHCI_DEADLY, enqueue: { function: 'enqueue', takesLock: false } };
    expect(run(experiment({ hcd: lockless, workload: KEYBOARD })).deadlock).toBeNull();
  });

  test('hangs without an end when nobody watches, and time goes on', () => {
    const hung = run(experiment({ hcd: XHCI_DEADLY, workload: KEYBOARD }), { watch: noWatch });
    expect(hung.deadlock).toBeNull();
    expect(hung.hardirqShare).toBeGreaterThan(0.4);
    expect(hung.urbsPerSec).toBe(0);
  });
});

describe('no deadlock', () => {
  test.each(ALL_WORKLOADS)('for a driver that drops its lock or has HCD_BH, or both: $kind', (workload) => {
    const pointless = { ...XHCI_BH, giveback: { ...XHCI_BH.giveback, lockDropped: true } };
    for (const hcd of [...ALL_HCDS, ...ALL_HCDS.map(withBh), pointless]) {
      const { deadlock, lockHazards } = run(experiment({ hcd, workload, windowNs: 20_000_000 }));
      expect(deadlock).toBeNull();
      expect(lockHazards).toEqual([]);
    }
  });
});

describe('two locks taken in both orders', () => {
  test('are found when the cores meet, with the calls of both', () => {
    const machine = new Machine({
      ...experiment(),
      costs: COSTS,
      cores: 2,
      watch: watchLocks(),
      monitorOf: () => silentMonitor,
    });
    const rxLock = machine.lock('rxq.lock');
    const hcdLock = machine.lock('hcd->lock');
    const nest = (name: string, outer: typeof rxLock, inner: typeof rxLock) =>
      fn(
        name,
        forever(
          ...lock(outer),
          cpu(300),
          call(fn(`${name}_inner`, ...lock(inner), cpu(10), unlock(inner))),
          unlock(outer),
          cpu(1),
        ),
      );
    const submit = machine.irqCore.context('submit', Level.kthread, nest('rx_submit', rxLock, hcdLock));
    const giveback = machine.otherCore.context('giveback', Level.kthread, nest('giveback', hcdLock, rxLock));
    submit.core.wake(submit);
    giveback.core.wake(giveback);
    machine.engine.run(1_000_000);
    expect(machine.board.deadlock?.kind).toBe('order');
    expect(machine.board.deadlock?.trace).toEqual([
      expect.stringMatching(/^(rx_submit|giveback) \[takes /),
      expect.stringMatching(/_inner$/),
      expect.stringMatching(/^spin_lock\(&/),
      expect.stringMatching(/\[takes /),
      expect.stringMatching(/_inner$/),
      expect.stringMatching(/^spin_lock\(&/),
    ]);
  });
});
