import type { IrqLine } from '../irq-line.ts';
import type { Fn, Urb } from '../parts.ts';
import type { AsyncSchedule } from './async-schedule.ts';
import type { CppiRx } from './cppi.ts';

/** A host controller and its driver, as the rest of the machine sees them. */
export interface Controller {
  /** <hcd>_urb_enqueue() for the URB in `self.urb`. */
  readonly enqueue: Fn;
  /** The hardware has finished the transfer of an URB, at this instant. */
  finish(urb: Urb): void;
  /** A packet of an isochronous URB, not its last, has crossed; null where that is no event. @param index  from 0 */
  readonly packetEnds: ((index: number) => void) | null;
  readonly line: IrqLine;
  /** Of an EHCI: the schedule that it takes idle queue heads off. */
  readonly asyncSchedule?: AsyncSchedule;
  /** Of a device controller that takes packets as they come: where the host puts them. */
  readonly fifo?: CppiRx;
}

/** Completions of a controller that can be asked when it has passed everything it had seen of a schedule. */
export interface AdvancingCompletions extends Completions {
  /** The doorbell: an interrupt on async advance is due at the next threshold. */
  advance(): void;
  /** Whether it came; it is acknowledged by that. */
  takeAdvance(): boolean;
}

/** Where a controller keeps finished transfers until its driver looks, and when it asks the driver to look. */
export interface Completions {
  finish(urb: Urb): void;
  readonly isEmpty: boolean;
  take(): Urb | null;
  /** The driver has seen everything and lets the controller interrupt again. */
  acknowledge(): void;
}
