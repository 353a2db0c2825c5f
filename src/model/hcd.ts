import type { TreeUse } from './tree-use.ts';

/** Where complete() runs. */
export type GivebackContext =
  | 'hardirq'
  | 'tasklet'
  | 'bh-workqueue'
  | 'threaded-irq'
  | 'workqueue'
  | 'kthread';

export type IrqType = 'hard' | 'threaded' | 'forced-threaded';

/** Behaviour of usbcore's giveback in one range of kernels. Source: usb-model, section 1.2. */
export type Era = 'E0' | 'E1' | 'E2' | 'E3' | 'E4';

/** How a class driver's transfer buffers are mapped. */
export type BufferKind = 'coherent' | 'cached';

/** The giveback path of a host-controller driver, as it matters for timing and for deadlock. */
export interface Hcd {
  /** Module name without suffix: "xhci", "ehci". */
  readonly driver: string;
  readonly hcdBh: boolean;
  readonly giveback: {
    readonly context: GivebackContext;
    /** The HCD lock is held while complete() runs in the caller's context. */
    readonly lockHeld: boolean;
    /** The driver unlocks before and relocks after usb_hcd_giveback_urb(). */
    readonly lockDropped: boolean;
    /** As the driver writes it: "xhci->lock". */
    readonly lock: string;
    readonly function: string;
  };
  readonly irq: {
    readonly type: IrqType;
    readonly handler: string;
    /** Interrupt moderation in nanoseconds; 0 when the controller has none. */
    readonly moderationNs: number;
    /** Events of an xHC's isochronous packets that interrupt. Not there where a series leaves them alone. */
    readonly isocEvents?: IsocEvents;
  };
  readonly buffers: { readonly kind: BufferKind };
  readonly enqueue: { readonly function: string; readonly takesLock: boolean };
  /** usbnet_bh(): spin_unlock_irqrestore calls per skb on the done queue, queueing and dequeueing together. */
  readonly skbLockPairs: number;
  /** usbnet tells the queue above it of every byte sent and completed (BQL); not there when it does not. */
  readonly byteQueueLimits?: true | undefined;
  /** uvcvideo parses a payload's header where the URB has it, or a copy of it. Not there where a series leaves it alone. */
  readonly uvcHeader?: 'in-place' | 'copied';
  /** What Linux plays on a device controller; there for the driver of one, and for no host controller's. */
  readonly gadget?: GadgetFunctions;
}

/**
 * Of the packets of an isochronous URB the last interrupts, and with XHCI_AVOID_BEI every so-many-th.
 * Source: Linux 6.1, drivers/usb/host/xhci-ring.c, trb_block_event_intr()
 */
export interface IsocEvents {
  /** null: the events of all but the last are blocked (BEI). */
  readonly every: number | null;
  /** A handler that finds half a ring of events halves `every`, no further than to this. */
  readonly least: number;
}

/** The other end of the cable: how deep the functions of a gadget queue. Source: Linux 6.1, drivers/usb/gadget/function */
export interface GadgetFunctions {
  /** f_mass_storage: buffers of its pipeline, fsg_num_buffers. */
  readonly storageBuffers: number;
  /** And the length of each in bytes, FSG_BUFLEN. */
  readonly storageBufferBytes: number;
  /** u_ether: requests of each direction at high speed and above are this many times DEFAULT_QLEN. */
  readonly etherQmult: number;
  /** u_ether asks for no interrupt at most transmit requests (req->no_interrupt), as it did before fd9afd3cbe40. */
  readonly isEtherThrottled: boolean;
}

export type ChangeKind =
  | 'hcd-bh-added'
  | 'hcd-bh-removed'
  | 'lock-drop-removed'
  | 'lock-drop-added'
  | 'irq-threaded'
  | 'irq-unthreaded'
  | 'buffers-cached'
  | 'buffers-coherent'
  | 'skb-queueing-removed'
  | 'skb-queueing-added'
  | 'byte-queue-limits-added'
  | 'byte-queue-limits-removed'
  | 'header-cached'
  | 'header-uncached'
  | 'events-blocked'
  | 'events-unblocked'
  /** `from` and `to` are packets from one interrupt to the next: "8 packets". */
  | 'bei-interval-changed'
  | 'bei-minimum-changed'
  /** Of a gadget's functions; `from` and `to` begin with the number: "2 buffers". */
  | 'storage-buffers-changed'
  | 'storage-buffer-size-changed'
  | 'ether-queue-changed'
  | 'ether-throttling-added'
  | 'ether-throttling-removed'
  /** `from` and `to` are nanoseconds: "40000 ns". */
  | 'moderation-changed';

/** One recognised difference. `evidence` is the line of the diff or of the text that shows it. */
export interface ModelChange {
  readonly kind: ChangeKind;
  readonly from: string;
  readonly to: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly evidence: string;
}

export type HazardKind =
  | 'self-deadlock'
  | 'lock-order'
  | 'sleep-in-atomic'
  | 'pointless-drop'
  | 'ksoftirqd-giveback'
  | 'irq-unsafe-lock'
  | 'list-iteration'
  | 'stale-pointer'
  | 'irqs-on-complete'
  | 'bandwidth-churn'
  | 'missing-oneshot'
  | 'dma-buffer'
  | 'latency-inversion'
  | 'missing-teardown';

export interface Hazard {
  readonly kind: HazardKind;
  readonly severity: 'error' | 'warning';
  /** Calls from the interrupt to the point where it goes wrong, one per entry. */
  readonly trace: readonly string[];
  readonly where: { readonly file: string; readonly line: number } | null;
  readonly because: string;
}

/** A configuration that a text names by a label, for threads that compare more than two. */
export interface LabelledHcd {
  readonly label: string;
  readonly hcd: Hcd;
}

/** What names the driver of a model; `default` when nothing does and the usual one stands in. */
export type DriverFrom = 'diff' | 'text' | 'default';

/** What the series does to the giveback path. */
export interface Model {
  readonly driver: string;
  /** Whether a file of the diff or a text names the driver; `default` is what most machines have. */
  readonly driverFrom: DriverFrom;
  readonly source: 'tree' | 'diff' | 'text';
  /** The tree that was at hand, also when the series does not apply to it; null without one. */
  readonly tree: TreeUse | null;
  readonly era: Era | null;
  readonly before: Hcd;
  readonly after: Hcd;
  readonly changes: readonly ModelChange[];
  readonly unmodelled: readonly { readonly file: string; readonly why: string }[];
  readonly hazards: readonly Hazard[];
  /** Configurations by the author's label: a claim's sides look themselves up here before `before` and `after`. */
  readonly configurations: readonly LabelledHcd[];
}
