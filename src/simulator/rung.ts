const INITIAL_BUCKETS = 64;
/** In most buckets there is nothing or one event: to step over an empty bucket is cheaper than to sort a full one. */
const BUCKETS_PER_EVENT = 2;
/** What stands for the chain of an empty bucket, and behind the last bucket. */
export const NONE = -1;
export const END = -2;

/** Buckets of equal width over a stretch of time, each the head of a chain of events; those before `cursor` are done with. */
export class Rung {
  heads = new Int32Array(INITIAL_BUCKETS);
  startNs = 0;
  /** Exclusive. */
  endNs = 0;
  widthNs = 1;
  /** 1 / width, which is exact because a width is a power of two: the bucket of a time costs no division. */
  bucketsPerNs = 1;
  cursor = 0;
  /** The one whose bucket this one divides; null for the first. */
  readonly above: Rung | null;

  constructor(above: Rung | null) {
    this.above = above;
  }

  /** From `startNs` or somewhat before, so that whole buckets end at `endNs`. */
  reset(startNs: number, endNs: number, events: number): void {
    let widthNs = 1;
    while (widthNs * events * BUCKETS_PER_EVENT < endNs - startNs) widthNs *= 2;
    const buckets = Math.ceil((endNs - startNs) / widthNs);
    this.startNs = endNs - buckets * widthNs;
    this.endNs = endNs;
    this.widthNs = widthNs;
    this.bucketsPerNs = 1 / widthNs;
    this.cursor = 0;
    if (this.heads.length <= buckets) this.heads = new Int32Array(2 * buckets);
    this.heads.fill(NONE, 0, buckets);
    this.heads[buckets] = END;
  }
}
