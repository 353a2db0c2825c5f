const INITIAL_BUCKETS = 64;
/** Few buckets hold two events then, which would have to be sorted; empty ones are passed over 32 at a time. */
const BUCKETS_PER_EVENT = 32;
/** Unless they are so many events that their buckets would not stay in the cache. */
const CACHED_BUCKETS_MAX = 8192;
const BUCKETS_PER_EVENT_MIN = 3;
/** What stands for the chain of an empty bucket, and behind the last bucket. */
const NONE = -1;
export const END = -2;

/** Buckets of equal width over a stretch of time, each the head of a chain of events. */
export class Rung {
  #heads = new Int32Array(INITIAL_BUCKETS).fill(NONE);
  /** A bit for each bucket, set while there is something in it; the highest is the first. */
  #marks = new Int32Array(wordsFor(INITIAL_BUCKETS));
  /** Before this word no mark is set. */
  #word = 0;
  startNs = 0;
  /** Exclusive. */
  endNs = 0;
  widthNs = 1;
  /** 1 / width, which is exact because a width is a power of two: the bucket of a time costs no division. */
  bucketsPerNs = 1;
  /** The one whose bucket this one divides; null for the first. */
  readonly above: Rung | null;

  constructor(above: Rung | null) {
    this.above = above;
  }

  /** From `startNs` or somewhat before, so that whole buckets end at `endNs`. The rung must have been taken to its end. */
  reset(startNs: number, endNs: number, events: number): void {
    let widthNs = 1;
    while (widthNs * bucketsFor(events) < endNs - startNs) widthNs *= 2;
    const buckets = Math.ceil((endNs - startNs) / widthNs);
    this.startNs = endNs - buckets * widthNs;
    this.endNs = endNs;
    this.widthNs = widthNs;
    this.bucketsPerNs = 1 / widthNs;
    this.#word = 0;
    if (this.#heads.length <= buckets) {
      this.#heads = new Int32Array(2 * buckets).fill(NONE);
      this.#marks = new Int32Array(wordsFor(2 * buckets));
    }
    this.put(buckets, END);
  }

  /** @returns what was the head of the bucket's chain, and is now the second of it */
  put(bucket: number, head: number): number {
    const before = this.#heads[bucket] ?? NONE;
    const word = bucket >> 5;
    this.#heads[bucket] = head;
    this.#marks[word] = (this.#marks[word] ?? 0) | markOf(bucket);
    return before;
  }

  /** The first bucket that holds anything; behind the last, there is one that holds END. */
  first(): number {
    const marks = this.#marks;
    let word = this.#word;
    let bits = marks[word] ?? 0;
    while (bits === 0) {
      word += 1;
      bits = marks[word] ?? 0;
    }
    this.#word = word;
    return (word << 5) + Math.clz32(bits);
  }

  /** Empties a bucket. @returns the head of its chain */
  take(bucket: number): number {
    const head = this.#heads[bucket] ?? END;
    const word = bucket >> 5;
    this.#heads[bucket] = NONE;
    this.#marks[word] = (this.#marks[word] ?? 0) & ~markOf(bucket);
    return head;
  }
}

function bucketsFor(events: number): number {
  const cached = Math.min(events * BUCKETS_PER_EVENT, CACHED_BUCKETS_MAX);
  return Math.max(cached, events * BUCKETS_PER_EVENT_MIN);
}

function wordsFor(buckets: number): number {
  return (buckets >> 5) + 1;
}

/** A shift counts modulo 32. */
function markOf(bucket: number): number {
  return 1 << (31 - bucket);
}
