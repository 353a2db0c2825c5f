import type { GivebackContext, Hcd, IrqType } from './hcd.ts';

/** A property that is read in source, and where. */
export interface Fact<T> {
  readonly fact: T;
  readonly source: string;
}

/** A number with its unit, and where it was read. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
}

/**
 * How a driver gives back with respect to its own lock.
 * `dropped`: unlock, give back, lock again. `held`: the lock stays held. `released`: the lock is not held in the first
 * place, because the URB is collected under it and given back afterwards, from a kthread or a work item.
 */
export type LockStyle = 'dropped' | 'held' | 'released';

/** A kernel release, "5.5", and the day it was out, ISO 8601. */
export interface Release {
  readonly version: string;
  readonly day: string;
}

/** One file of config/hcd: what a host-controller driver does in one kernel, 6.1 unless `kernel` says otherwise. */
export interface HcdProfile {
  /** Module name without suffix: "xhci". */
  readonly driver: string;
  /** Other spellings in mails, lower case: "xhci-hcd", "xhc". */
  readonly names: readonly string[];
  /** Path prefixes of its source files: "drivers/usb/host/xhci". */
  readonly files: readonly string[];
  readonly kernel: string;
  readonly lock: Fact<string>;
  readonly hcdBh: Fact<boolean>;
  /** The first release with the flag; null for a driver without it. Before that release the lock was dropped. */
  readonly hcdBhSince: Fact<Release> | null;
  readonly giveback: {
    readonly function: Fact<string>;
    readonly lockStyle: Fact<LockStyle>;
    /** Where complete() runs without HCD_BH. */
    readonly context: Fact<GivebackContext>;
  };
  readonly irq: {
    readonly type: Fact<IrqType>;
    readonly handler: Fact<string>;
    readonly moderation: Figure;
  };
  readonly enqueue: { readonly function: Fact<string>; readonly takesLock: Fact<boolean> };
  /** Entries of a scatter list that one URB may have; 0 for a driver that takes none. */
  readonly sgTablesize: Fact<number | 'unlimited'>;
  /** Milliseconds an idle endpoint keeps its place in the schedule, 0 when it loses it at once: HCD_BH empties queues. */
  readonly linger: Figure;
  /** Calls from the interrupt to the giveback function, outermost first; the first entry is the handler. */
  readonly path: Fact<readonly string[]>;
  /** Which entry of `path` takes the lock. */
  readonly lockTakenIn: Fact<string>;
}

/**
 * usbnet_bh() on the path that puts every skb back on its done queue: one unlock for skb_queue_tail(), one for taking
 * the skb first, one for taking it again, one for finding the queue empty. Without the queueing two are left.
 * Source: usb-model, sections 2.4 and 7.3; drivers/net/usb/usbnet.c, rx_process() and usbnet_bh()
 */
export const SKB_LOCK_PAIRS = { queued: 4, direct: 2 } as const;

/** The driver as its profile describes it, with ordinary cached buffers and usbnet as it is without any patch. */
export function hcdOf(profile: HcdProfile): Hcd {
  const { giveback, irq, enqueue } = profile;
  const lock = profile.lock.fact;
  const hcd: Hcd = {
    driver: profile.driver,
    hcdBh: profile.hcdBh.fact,
    giveback: {
      context: giveback.context.fact,
      lockHeld: false,
      lockDropped: giveback.lockStyle.fact === 'dropped',
      lock,
      function: giveback.function.fact,
    },
    irq: { type: irq.type.fact, handler: irq.handler.fact, moderationNs: irq.moderation.value },
    buffers: { kind: 'cached' },
    enqueue: { function: enqueue.function.fact, takesLock: enqueue.takesLock.fact },
    skbLockPairs: SKB_LOCK_PAIRS.queued,
  };
  return withGiveback(hcd, profile);
}

/** `hcd` with the context and the held lock that follow from its flag, its interrupt and its lock drop. */
export function withGiveback(hcd: Hcd, profile: HcdProfile): Hcd {
  const context = contextOf(hcd, profile);
  const lockHeld = !hcd.hcdBh && !hcd.giveback.lockDropped && profile.giveback.lockStyle.fact !== 'released';
  return { ...hcd, giveback: { ...hcd.giveback, context, lockHeld } };
}

function contextOf(hcd: Hcd, profile: HcdProfile): GivebackContext {
  if (hcd.hcdBh) return 'tasklet';
  if (hcd.irq.type === profile.irq.type.fact) return profile.giveback.context.fact;
  return hcd.irq.type === 'hard' ? 'hardirq' : 'threaded-irq';
}
