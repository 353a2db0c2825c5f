import type { Claim, Side } from '../../src/claims/claim.ts';
import type { Hcd, Model } from '../../src/model/hcd.ts';

/** A claim of a thread of our own; `more` changes what a test is about. */
export function claimOf(more: Partial<Claim> = {}): Claim {
  const before = more.before === undefined ? sideOf(100, 'without') : more.before;
  const after = more.after === undefined ? sideOf(101, 'with') : more.after;
  return {
    id: 'c1',
    metric: 'throughput',
    quantity: 'read',
    unit: 'MB/s',
    baseUnit: 'B/s',
    better: 'higher',
    workload: 'storage-read',
    device: null,
    machine: null,
    values: [],
    stated: null,
    kind: 'measured',
    where: { messageId: null, line: 1, text: '' },
    group: null,
    conditions: { tools: [], frameBytes: null, bufferBytes: null, speed: null },
    findings: [],
    ...more,
    before,
    after,
    deltaPercent:
      before === null || after === null ? null : (100 * (after.value - before.value)) / before.value,
  };
}

/** `scale` turns the written value into base units: 1e6 for MB/s. */
export function sideOf(value: number, label: string, scale = 1e6): Side {
  return { value, base: value * scale, error: null, errorKind: null, runs: null, label };
}

/** xhci with the lock dropped and completions in hardirq; `more` patches it. */
export function hcdOf(more: Partial<Hcd> = {}): Hcd {
  return {
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
    skbLockPairs: 4,
    ...more,
  };
}

/** The same controller with HCD_BH: tasklet, lock kept. */
export function withBh(hcd: Hcd): Hcd {
  return {
    ...hcd,
    hcdBh: true,
    giveback: { ...hcd.giveback, context: 'tasklet', lockHeld: true, lockDropped: false },
  };
}

/** EHCI of before HCD_BH: interrupt at microframe boundaries, lock dropped. */
export function ehciOf(more: Partial<Hcd> = {}): Hcd {
  return hcdOf({
    driver: 'ehci',
    giveback: {
      context: 'hardirq',
      lockHeld: false,
      lockDropped: true,
      lock: 'ehci->lock',
      function: 'ehci_urb_done',
    },
    irq: { type: 'hard', handler: 'ehci_irq', moderationNs: 125_000 },
    enqueue: { function: 'ehci_urb_enqueue', takesLock: true },
    ...more,
  });
}

export function modelOf(before: Hcd, after: Hcd, more: Partial<Model> = {}): Model {
  return {
    driver: before.driver,
    driverFrom: 'diff',
    source: 'diff',
    tree: null,
    era: 'E2',
    before,
    after,
    changes: [],
    unmodelled: [],
    hazards: [],
    configurations: [],
    ...more,
  };
}
