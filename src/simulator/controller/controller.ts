import type { IrqLine } from '../irq-line.ts';
import type { Fn, Urb } from '../parts.ts';

/** A host controller and its driver, as the rest of the machine sees them. */
export interface Controller {
  /** <hcd>_urb_enqueue() for the URB in `self.urb`. */
  readonly enqueue: Fn;
  /** The hardware has finished the transfer of an URB, at this instant. */
  finish(urb: Urb): void;
  /** A packet of an isochronous URB, not its last, has crossed; null where that is no event. @param index  from 0 */
  readonly packetEnds: ((index: number) => void) | null;
  readonly line: IrqLine;
}

/** Where a controller keeps finished transfers until its driver looks, and when it asks the driver to look. */
export interface Completions {
  finish(urb: Urb): void;
  readonly isEmpty: boolean;
  take(): Urb | null;
  /** The driver has seen everything and lets the controller interrupt again. */
  acknowledge(): void;
}
