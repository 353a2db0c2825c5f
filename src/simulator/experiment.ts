import type { Era, Hcd } from '../model/hcd.ts';
import type { Costs } from './costs.ts';
import type { Workload } from './workload.ts';

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

/** The DMA engine of a MUSB in device mode: CPPI as a DaVinci has it. */
export interface Cppi {
  /** A descriptor for each packet, or, for what a link receives, one for the whole transfer. */
  readonly rxMode: 'transparent' | 'rndis';
  /** Packets that the FIFO of an endpoint has room for; two are "double buffering". */
  readonly fifoPackets: 1 | 2;
  /** Between FIFO and memory, in bytes per second. */
  readonly dmaBytesPerSec: number;
}
