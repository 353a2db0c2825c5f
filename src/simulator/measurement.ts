/** What one run showed. Rates are per simulated second of the window; shares are fractions of one CPU, 0..1. */
export interface Measurement {
  /** The time that was measured: from one finished piece of work to another. */
  readonly windowNs: number;
  readonly goodputBytesPerSec: number;
  /** Video frames, network frames or commands, whichever the workload counts. */
  readonly itemsPerSec: number;
  readonly urbsPerSec: number;
  /** Event on the bus to complete() done. */
  readonly urbLatencyNs: Latency;
  /** Time inside complete(), per URB. */
  readonly completionNs: number;
  /** Rate of copying out of transfer buffers while it copies; 0 when the workload copies nothing. */
  readonly copyBytesPerSec: number;
  readonly hardirqNsPerUrb: number;
  readonly hardirqShare: number;
  readonly softirqShare: number;
  readonly irqsOffNsMax: number;
  readonly irqsPerSec: number;
  /** How often each softirq vector was served: "HI", "NET_RX", "TASKLET", ... */
  readonly softirqsPerSec: Readonly<Record<string, number>>;
  /** Switches to a thread; going idle is not counted. */
  readonly contextSwitchesPerSec: number;
  /** Wake-ups of a thread that slept. */
  readonly wakeupsPerSec: number;
  /** The host-controller driver's lock; acquisitions and contended ones are counts over the window. */
  readonly lock: {
    readonly holdNsMean: number;
    readonly waitNsMean: number;
    readonly acquisitions: number;
    readonly contended: number;
  };
  /** Nanoseconds each core spent at each level; they add up to windowNs exactly. */
  readonly cores: readonly CoreTime[];
  /** CPU share by function, as a profile would show: "usbnet_bh", "skb_dequeue". */
  readonly functionShares: Readonly<Record<string, number>>;
  /** What an EHCI unlinked of its asynchronous schedule in the window; other controllers have none. */
  readonly asyncSchedule?: AsyncCounts;
  readonly lost: number;
  /** From the queue discipline to the last bit on the wire, of probes beside a bulk flow; only where some were sent. */
  readonly probeLatencyNs?: Latency;
  readonly deadlock: Deadlock | null;
  readonly lockHazards: readonly LockHazard[];
  /** The same window for the device beside; null when there is none. */
  readonly beside: Beside | null;
  /** The run reached its limit of events before its window closed: what was measured is a part of it. */
  readonly isCutShort: boolean;
  readonly events: number;
}

/** From the event on the bus to the end of complete(), over the URBs of one device. */
export interface Latency {
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Where a core's time went, in nanoseconds. */
export interface CoreTime {
  readonly idle: number;
  readonly user: number;
  readonly kthread: number;
  readonly fifo: number;
  readonly softirq: number;
  readonly hardirq: number;
}

/** Queue heads of an EHCI that were taken off its asynchronous schedule; all are counts. */
export interface AsyncCounts {
  readonly unlinks: number;
  /** Interrupts on async advance: two for each queue head unlinked, unless they get lost. */
  readonly advances: number;
  /** Doorbells that the watchdog ended. */
  readonly lostAdvances: number;
  /** URBs submitted to a queue head that was being unlinked. */
  readonly heldUp: number;
}

/** What came of a device that stood beside the one measured. */
export interface Beside {
  readonly itemsPerSec: number;
  readonly urbsPerSec: number;
  readonly urbLatencyNs: Latency;
  readonly lost: number;
}

/** A deadlock the run ran into: calls from the interrupt handler to the lock it can never get. */
export interface Deadlock {
  readonly kind: 'self' | 'order';
  readonly lock: string;
  readonly trace: readonly string[];
}

/**
 * A way of using locks that can deadlock, whether or not this run did: a lock that an interrupt (or softirq) takes held
 * with them on, or two locks taken in both orders.
 */
export interface LockHazard {
  readonly kind: 'hardirq-unsafe' | 'softirq-unsafe' | 'order';
  readonly locks: readonly string[];
}
