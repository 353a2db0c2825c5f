import type { Fn } from './program.ts';

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
}

/** One USB request block, reused for every transfer of its kind as the class drivers do. */
export class Urb {
  readonly pipe: Pipe;
  readonly direction: 'in' | 'out';
  readonly complete: Fn;
  readonly isMapped: boolean;
  readonly start: (urb: Urb) => void;
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
  }

  get isPeriodic(): boolean {
    return this.pipe === 'interrupt' || this.pipe === 'isoc';
  }
}
