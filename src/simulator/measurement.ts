import type { Era, Hcd } from '../model/hcd.ts';

/**
 * Costs of one machine, one draw of the priors: nanoseconds unless the name says otherwise.
 * Names are those of config/costs; Source: usb-model, section 3.
 */
export interface Costs {
  readonly irqNs: number;
  readonly softirqNs: number;
  readonly taskletNs: number;
  readonly wakeNs: number;
  readonly contextSwitchNs: number;
  readonly irqThreadNs: number;
  readonly lockNs: number;
  readonly contendedLockNs: number;
  readonly eventTrbNs: number;
  readonly mmioReadNs: number;
  readonly mmioWriteNs: number;
  readonly submitNs: number;
  readonly givebackNs: number;
  readonly bhQueueNs: number;
  readonly mapNs: number;
  readonly unmapNs: number;
  readonly skbNs: number;
  readonly rxStackNs: number;
  /** Parsing the header of one UVC payload that lies in cached memory, its reads among it. */
  readonly uvcHeaderNs: number;
  readonly scsiNs: number;
  /** One read of what is in the cache, and one of memory that is coherent for DMA, which is uncached on many machines. */
  readonly readCachedNs: number;
  readonly readCoherentNs: number;
  /** Rates are integers too: bytes per second. */
  readonly copyCachedBytesPerSec: number;
  readonly copyCoherentBytesPerSec: number;
}

export type CostName = keyof Costs;

/** The device at the other end, and how the class driver drives it. One union member per modelled class driver. */
export type Workload =
  | {
      readonly kind: 'storage';
      readonly direction: 'read' | 'write';
      readonly speed: 'full' | 'high' | 'super';
      readonly transferBytes: number;
      /** URBs that carry the data of one command, as even as they get: entries of its scatter list. 1 when not given. */
      readonly dataUrbs?: number;
      /** Time the device takes for one command, seek and media together: the nuisance a baseline calibrates. */
      readonly deviceNs: number;
      /** Spread of that time from command to command: standard deviation / mean, log-normal. 0 when not given. */
      readonly deviceCv?: number;
      /** What the application takes from the end of a command until it asks for the next; 0 when not given. */
      readonly thinkNs?: number;
      /** A high-speed hub stands before a full-speed device; none when not given, and at any other speed. */
      readonly isBehindHub?: boolean;
    }
  | {
      readonly kind: 'uas';
      readonly direction: 'read' | 'write';
      readonly speed: 'high' | 'super';
      readonly transferBytes: number;
      /** Time the device works on one command; it works on one at a time. */
      readonly deviceNs: number;
      readonly deviceCv?: number;
      /** Commands under way at once: tags, or what the application keeps queued. */
      readonly queueDepth: number;
    }
  | {
      readonly kind: 'ethernet';
      readonly direction: 'rx' | 'tx';
      /** Of the adapter's port; super when not given. */
      readonly speed?: 'high' | 'super';
      readonly frameBytes: number;
      readonly linkBitsPerSec: number;
      /** Frames per second the far end, or the local sender, offers; never above the wire. */
      readonly offeredFramesPerSec: number;
      readonly urbBytes: number;
      readonly urbs: number;
      readonly coalesceNs: number;
    }
  | {
      readonly kind: 'camera';
      readonly framesPerSec: number;
      readonly frameBytes: number;
      readonly packetsPerUrb: number;
      readonly packetBytes: number;
      readonly urbs: number;
      readonly intervalNs: number;
      /** complete() copies the payload itself, or leaves it to a work queue. */
      readonly copyInCompletion: boolean;
      /** Isochronous when not given. A bulk URB holds as much as the packets of an isochronous one. */
      readonly transfer?: 'isoc' | 'bulk';
    }
  | {
      readonly kind: 'pwc';
      readonly bufferBytes: number;
      readonly packetsPerUrb: number;
      readonly urbs: number;
      readonly intervalNs: number;
      /** A high-speed hub stands before the camera, so that packets come by split transactions; none when not given. */
      readonly isBehindHub?: boolean;
    }
  | {
      readonly kind: 'audio';
      readonly direction: 'in' | 'out';
      readonly packetBytes: number;
      readonly packetsPerUrb: number;
      readonly urbs: number;
      readonly intervalNs: number;
      /** A high-speed hub stands before the device, which is then a full-speed one; none when not given. */
      readonly isBehindHub?: boolean;
    }
  | {
      readonly kind: 'usbnet';
      readonly packetsPerSec: number;
      /** usbnet_bh() work per skb besides queue locks, in nanoseconds. */
      readonly restNs: number;
      /** Cost of one spin_unlock_irqrestore as the profile sees it, in nanoseconds. */
      readonly lockPairNs: number;
      /** Packets the device puts in one URB (cdc_ncm's NTB); 1 when not given. */
      readonly packetsPerUrb?: number;
    }
  | {
      readonly kind: 'usbnet-tx';
      readonly speed: 'full' | 'high' | 'super';
      readonly linkBitsPerSec: number;
      /** Of the bulk flow, without FCS, and of the probes that are sent beside it. */
      readonly frameBytes: number;
      readonly probeBytes: number;
      readonly probeEveryNs: number;
      /** tx_qlen: URBs that the driver has under way at most. */
      readonly urbsMax: number;
      /** Memory of the adapter for frames on their way out, and the room it waits for when it has none. */
      readonly memoryBytes: number;
      readonly burstBytes: number;
      /** How long byte queue limits look for what a queue could do without; a second in Linux. */
      readonly slackHoldNs: number;
      /** From an empty queue to a steady one. */
      readonly warmUpNs: number;
    }
  | {
      readonly kind: 'hid';
      readonly intervalNs: number;
      /** A high-speed hub stands before the device, which is then one of full or low speed; none when not given. */
      readonly isBehindHub?: boolean;
      /** Full speed when not given. */
      readonly isLowSpeed?: boolean;
    }
  | GadgetStorage
  | GadgetEthernet;

/** f_mass_storage on a device controller, and the host that reads or writes; the machine is the device. */
export interface GadgetStorage {
  readonly kind: 'gadget-storage';
  /** As the host sees it. */
  readonly direction: 'read' | 'write';
  readonly speed: 'high' | 'super';
  /** What the host asks for with one command. */
  readonly commandBytes: number;
  /** How fast the backing file is read or written, one buffer at a time. */
  readonly backingBytesPerSec: number;
  /** Spread of the time of one buffer: standard deviation / mean, log-normal. 0 when not given. */
  readonly backingCv?: number;
  /** The CPU moves the bytes (page cache, ramdisk); otherwise the thread sleeps until a medium has. */
  readonly isBackingBusy: boolean;
  /** Time of the host between a status and the next command: the nuisance a baseline calibrates. */
  readonly hostNs: number;
  /** Spread of that time: standard deviation / mean, log-normal. 0 when not given. */
  readonly hostCv?: number;
  /** Time of the host from the end of one phase to its next transfer: giveback, wake-up, submission. */
  readonly hostPhaseNs: number;
}

/** u_ether on a device controller, and the host at the other end of the link; the machine is the device. */
export interface GadgetEthernet {
  readonly kind: 'gadget-ethernet';
  /** As the gadget sees it: rx comes from the host. */
  readonly direction: 'rx' | 'tx';
  readonly speed: 'high' | 'super';
  readonly frameBytes: number;
  /** Frames that one request carries: 1 for ECM, EEM and RNDIS, more for the blocks of NCM. */
  readonly framesPerRequest: number;
  /** Frames per second that the host, or the local sender, offers. */
  readonly offeredFramesPerSec: number;
  /** Received by TCP, which copies each frame to its reader and holds the host back; straight from the wire when not given. */
  readonly tcp?: {
    /** Frames that may be under way, or wait for the stack. */
    readonly windowFrames: number;
    /** Frames that one acknowledgement is sent for. */
    readonly framesPerAck: number;
  };
}

/** The DMA engine of a MUSB in device mode: CPPI as a DaVinci has it. */
export interface Cppi {
  /** A descriptor for each packet, or, for what a link receives, one for the whole transfer. */
  readonly rxMode: 'transparent' | 'rndis';
  /** Packets that the FIFO of an endpoint has room for; two are "double buffering". */
  readonly fifoPackets: 1 | 2;
  /** Between FIFO and memory, in bytes per second. */
  readonly dmaBytesPerSec: number;
}

/** IRQ affinity, seen from the application. */
export interface Placement {
  /** On a core that the controller does not interrupt. */
  readonly isApart: boolean;
  /** What waking a thread over there takes longer: the inter-processor interrupt. */
  readonly ipiNs: number;
}

/** A state of an idle core. Source: usb-model, section 3, c_idle. */
export interface IdleState {
  /** Time it takes to come out of it. */
  readonly exitNs: number;
  /** Chosen when the core is idle at least this long. */
  readonly residencyNs: number;
}

/** One run: the same experiment gives the same Measurement, to the last bit. */
export interface Experiment {
  readonly hcd: Hcd;
  readonly era: Era;
  readonly costs: Costs;
  readonly workload: Workload;
  /** A second device on the same controller, which the first may disturb: a keyboard beside a disk. */
  readonly beside?: Workload;
  readonly seed: number;
  /** Where the application's threads run; with the interrupts when not given. */
  readonly placement?: Placement;
  /** States an idle core sinks into, shallow to deep; it wakes at once when none are given. */
  readonly idleStates?: readonly IdleState[];
  /** An xHC posts an event for every isochronous packet, as hardware does, instead of one for the URB. */
  readonly hasEventPerPacket?: boolean;
  /**
   * XHCI_AVOID_BEI: an xHC that does not block the events of isochronous packets (BEI) but interrupts at every so-many-th
   * of an URB, and at its last. Linux begins with 32. Only the last interrupts when not given.
   */
  readonly isocEventInterval?: number;
  /** The DMA engine of a MUSB that is a device controller. */
  readonly cppi?: Cppi;
  /** An EHCI whose interrupts on async advance get lost, as a VIA's do: a watchdog ends each unlinking. */
  readonly losesAsyncAdvance?: boolean;
  /** The run ends after so many events, whatever time it has reached; without a limit when not given. */
  readonly eventsMax?: number;
  /** Simulated time after warm-up, at least: a window ends with a whole command, frame or picture. */
  readonly windowNs: number;
}

/** A deadlock the run ran into: calls from the interrupt handler to the lock it can never get. */
export interface Deadlock {
  readonly kind: 'self' | 'order';
  readonly lock: string;
  readonly trace: readonly string[];
}

/** From the event on the bus to the end of complete(), over the URBs of one device. */
export interface Latency {
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
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

/** Where a core's time went, in nanoseconds. */
export interface CoreTime {
  readonly idle: number;
  readonly user: number;
  readonly kthread: number;
  readonly fifo: number;
  readonly softirq: number;
  readonly hardirq: number;
}

/**
 * A way of using locks that can deadlock, whether or not this run did: a lock that an interrupt (or softirq) takes held
 * with them on, or two locks taken in both orders.
 */
export interface LockHazard {
  readonly kind: 'hardirq-unsafe' | 'softirq-unsafe' | 'order';
  readonly locks: readonly string[];
}

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
