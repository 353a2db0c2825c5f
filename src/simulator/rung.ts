const INITIAL_BUCKETS = 64;
/** A new rung has a bucket for so many events: in half of them there are none, and hardly one has to be sorted. */
const EVENTS_PER_BUCKET = 1;
export const NONE = -1;

/** Buckets of equal width over a stretch of time, each the head of a chain of events; those before `cursor` are done with. */
export class Rung {
  heads = new Int32Array(INITIAL_BUCKETS);
  counts = new Int32Array(INITIAL_BUCKETS);
  startNs = 0;
  widthNs = 1;
  cursor = 0;
  count = 0;
  /** Where the time begins that still has a bucket here: start + cursor x width. */
  fromNs = 0;

  reset(startNs: number, spanNs: number, events: number): void {
    const buckets = Math.max(1, Math.ceil(events / EVENTS_PER_BUCKET));
    this.startNs = startNs;
    this.widthNs = Math.ceil(spanNs / buckets);
    this.cursor = 0;
    this.count = 0;
    this.fromNs = startNs;
    if (this.heads.length < buckets) {
      this.heads = new Int32Array(2 * buckets);
      this.counts = new Int32Array(2 * buckets);
    }
    this.heads.fill(NONE, 0, buckets);
    this.counts.fill(0, 0, buckets);
  }

  /** @returns what was first in the bucket: the new event goes before it */
  put(slot: number, timeNs: number): number {
    const bucket = Math.floor((timeNs - this.startNs) / this.widthNs);
    const before = this.heads[bucket] ?? NONE;
    this.heads[bucket] = slot;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.count += 1;
    return before;
  }
}
