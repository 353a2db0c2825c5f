import type { Fn } from './program.ts';
import type { Tally } from './tally.ts';

export type Pipe = 'control' | 'bulk' | 'interrupt' | 'isoc';

export interface UrbOf {
  readonly pipe: Pipe;
  readonly direction: 'in' | 'out';
  readonly bytes: number;
  /** complete(): runs in the context of the giveback, with the URB in `self.urb`. */
  readonly complete: Fn;
  /** Mapped for DMA at submission and unmapped at giveback; not so for coherent memory. */
  readonly isMapped: boolean;
  /** What the hardware does once the URB is queued; it ends by calling `finish` of the controller. */
  readonly start: (urb: Urb) => void;
  /** Packets of an isochronous URB; 1 when not given. */
  readonly packets?: number;
  /** Where its giveback is counted. */
  readonly tally: Tally;
  /** Root hub it belongs to: an xHC has two, each with giveback lists of its own. USB 2 when not given. */
  readonly root?: 2 | 3;
}

/** One USB request block, reused for every transfer of its kind as the class drivers do. */
export class Urb {
  readonly pipe: Pipe;
  readonly direction: 'in' | 'out';
  readonly complete: Fn;
  readonly isMapped: boolean;
  readonly start: (urb: Urb) => void;
  readonly packets: number;
  readonly tally: Tally;
  readonly root: 2 | 3;
  bytes: number;
  /** When the last byte had crossed the bus. */
  finishedNs = 0;
  /** Between submission and giveback. */
  isPending = false;
  /** Payload of this transfer in items: frames, packets. */
  items = 0;

  constructor(of: UrbOf) {
    this.pipe = of.pipe;
    this.direction = of.direction;
    this.bytes = of.bytes;
    this.complete = of.complete;
    this.isMapped = of.isMapped;
    this.start = of.start;
    this.packets = of.packets ?? 1;
    this.tally = of.tally;
    this.root = of.root ?? 2;
  }

  get isPeriodic(): boolean {
    return this.pipe === 'interrupt' || this.pipe === 'isoc';
  }
}
