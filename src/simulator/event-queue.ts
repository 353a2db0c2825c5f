/** One order is worth this many sequence numbers: 2^45 events, and orders up to 255, fit a double exactly. */
const ORDER_SPAN = 2 ** 45;
const INITIAL_CAPACITY = 64;

/**
 * Pending events by (time, order, sequence): a 4-ary heap on typed arrays, which costs no allocation per event.
 * `pop` leaves the event in the fields `timeNs`, `sequence`, `handler`, `argument`.
 */
export class EventQueue {
  /** Time of the earliest event, Infinity when there is none. */
  headNs = Number.POSITIVE_INFINITY;
  timeNs = 0;
  sequence = -1;
  handler = 0;
  argument = 0;
  size = 0;
  #capacity = INITIAL_CAPACITY;
  #time = new Float64Array(INITIAL_CAPACITY);
  #rank = new Float64Array(INITIAL_CAPACITY);
  #handler = new Int32Array(INITIAL_CAPACITY);
  #argument = new Int32Array(INITIAL_CAPACITY);
  #next = 0;

  /** @returns the event's sequence number */
  push(timeNs: number, order: number, handler: number, argument: number): number {
    if (this.size === this.#capacity) this.#grow();
    const sequence = this.#next;
    this.#next += 1;
    const at = this.#rise(this.size, timeNs, order * ORDER_SPAN + sequence);
    this.size += 1;
    this.#put(at, timeNs, order * ORDER_SPAN + sequence, handler, argument);
    if (at === 0) this.headNs = timeNs;
    return sequence;
  }

  /** Takes out the earliest event. The queue must not be empty. */
  pop(): void {
    this.timeNs = this.headNs;
    this.sequence = (this.#rank[0] ?? 0) % ORDER_SPAN;
    this.handler = this.#handler[0] ?? 0;
    this.argument = this.#argument[0] ?? 0;
    this.size -= 1;
    if (this.size > 0) this.#sink();
    this.headNs = this.size > 0 ? (this.#time[0] ?? 0) : Number.POSITIVE_INFINITY;
  }

  #rise(from: number, timeNs: number, rank: number): number {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      const parentNs = this.#time[parent] ?? 0;
      if (parentNs < timeNs || (parentNs === timeNs && (this.#rank[parent] ?? 0) < rank)) break;
      this.#move(parent, at);
      at = parent;
    }
    return at;
  }

  /** Puts the last event in the place of the first, and lets it sink. */
  #sink(): void {
    const last = this.size;
    const timeNs = this.#time[last] ?? 0;
    const rank = this.#rank[last] ?? 0;
    let at = 0;
    for (let child = 1; child < last; child = at * 4 + 1) {
      const least = this.#least(child, Math.min(child + 4, last));
      const leastNs = this.#time[least] ?? 0;
      if (timeNs < leastNs || (timeNs === leastNs && rank < (this.#rank[least] ?? 0))) break;
      this.#move(least, at);
      at = least;
    }
    this.#put(at, timeNs, rank, this.#handler[last] ?? 0, this.#argument[last] ?? 0);
  }

  #least(first: number, end: number): number {
    let least = first;
    let leastNs = this.#time[first] ?? 0;
    for (let other = first + 1; other < end; other += 1) {
      const otherNs = this.#time[other] ?? 0;
      if (otherNs > leastNs) continue;
      if (otherNs === leastNs && (this.#rank[other] ?? 0) > (this.#rank[least] ?? 0)) continue;
      least = other;
      leastNs = otherNs;
    }
    return least;
  }

  #move(from: number, to: number): void {
    this.#time[to] = this.#time[from] ?? 0;
    this.#rank[to] = this.#rank[from] ?? 0;
    this.#handler[to] = this.#handler[from] ?? 0;
    this.#argument[to] = this.#argument[from] ?? 0;
  }

  #put(at: number, timeNs: number, rank: number, handler: number, argument: number): void {
    this.#time[at] = timeNs;
    this.#rank[at] = rank;
    this.#handler[at] = handler;
    this.#argument[at] = argument;
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#time = grown(this.#time, new Float64Array(this.#capacity));
    this.#rank = grown(this.#rank, new Float64Array(this.#capacity));
    this.#handler = grown(this.#handler, new Int32Array(this.#capacity));
    this.#argument = grown(this.#argument, new Int32Array(this.#capacity));
  }
}

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
