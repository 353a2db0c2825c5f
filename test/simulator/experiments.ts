import type { Hcd } from '../../src/model/hcd.ts';
import type { Costs, Experiment, Workload } from '../../src/simulator/measurement.ts';

/** A fast x86 desktop. */
export const COSTS: Costs = {
  irqNs: 500,
  softirqNs: 150,
  taskletNs: 100,
  wakeNs: 700,
  contextSwitchNs: 1000,
  irqThreadNs: 3000,
  lockNs: 15,
  contendedLockNs: 80,
  eventTrbNs: 300,
  mmioReadNs: 800,
  mmioWriteNs: 100,
  submitNs: 600,
  givebackNs: 150,
  bhQueueNs: 50,
  mapNs: 100,
  unmapNs: 100,
  skbNs: 100,
  rxStackNs: 600,
  uvcHeaderNs: 350,
  scsiNs: 4000,
  copyCachedBytesPerSec: 8_000_000_000,
  copyCoherentBytesPerSec: 8_000_000_000,
};

/** xhci before the flag: it drops its lock and completes in the interrupt handler. */
export const XHCI: Hcd = {
  driver: 'xhci',
  hcdBh: false,
  giveback: {
    context: 'hardirq',
    lockHeld: false,
    lockDropped: true,
    lock: 'xhci->lock',
    function: 'xhci_giveback_urb_in_irq',
  },
  irq: { type: 'hard', handler: 'xhci_msi_irq', moderationNs: 40_000 },
  buffers: { kind: 'cached' },
  enqueue: { function: 'xhci_urb_enqueue', takesLock: true },
  skbLockPairs: 2,
};

/** The same with HCD_BH and the lock kept. */
export const XHCI_BH: Hcd = {
  ...XHCI,
  hcdBh: true,
  giveback: { ...XHCI.giveback, context: 'tasklet', lockDropped: false },
};

/** The lock drop removed, the flag forgotten. */
export const XHCI_DEADLY: Hcd = {
  ...XHCI,
  giveback: { ...XHCI.giveback, lockHeld: true, lockDropped: false },
};

export const DISK: Workload = {
  kind: 'storage',
  direction: 'read',
  speed: 'super',
  transferBytes: 1_048_576,
  deviceNs: 7_500_000,
};

export const KEYBOARD: Workload = { kind: 'hid', intervalNs: 1_000_000 };

export function experiment(changes: Partial<Experiment> = {}): Experiment {
  return { hcd: XHCI, era: 'E2', costs: COSTS, workload: DISK, seed: 1, windowNs: 100_000_000, ...changes };
}
