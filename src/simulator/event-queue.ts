import { NONE, Rung } from './rung.ts';

/** One order is worth this many sequence numbers: 2^45 events, and orders up to 255, fit a double exactly. */
const ORDER_SPAN = 2 ** 45;
const INITIAL_CAPACITY = 64;
/** A bucket with no more events than this is sorted; one with more is divided. */
const SORTED_MAX = 12;
const RUNGS_MAX = 8;

/**
 * Pending events by (time, order, sequence): a ladder queue on typed arrays, without allocation per event.
 *
 *     later   far     unsorted, everything from #farFromNs on
 *       |     rungs   buckets of time; each rung divides one bucket of the rung above
 *       v     near    sorted, the soonest last
 *     sooner
 *
 * A few pending events, the common case, all live in `near`; of many, each is moved a bounded number of times.
 * `pop` leaves the event in the fields `timeNs`, `id`, `handler`, `argument`.
 * Source: Tang, Goh and Thng, "Ladder queue", ACM TOMACS 15 (2005).
 */
export class EventQueue {
  /** Time of the earliest event, Infinity when there is none. */
  headNs = Number.POSITIVE_INFINITY;
  timeNs = 0;
  /** Order and sequence in one number: no two events have the same. */
  id = -1;
  handler = 0;
  argument = 0;
  size = 0;
  #next = 0;
  // One slot an event. Free slots are chained through #link, and so are the events of a bucket.
  #capacity = INITIAL_CAPACITY;
  #time = new Float64Array(INITIAL_CAPACITY);
  #rank = new Float64Array(INITIAL_CAPACITY);
  #handler = new Int32Array(INITIAL_CAPACITY);
  #argument = new Int32Array(INITIAL_CAPACITY);
  #link = new Int32Array(INITIAL_CAPACITY);
  #free = NONE;
  #used = 0;
  #near = new Int32Array(4 * SORTED_MAX);
  #nearCount = 0;
  #nearMax = 2 * SORTED_MAX;
  readonly #rungs: Rung[] = [];
  #rungCount = 0;
  #far = NONE;
  #farCount = 0;
  #farFromNs = Number.POSITIVE_INFINITY;
  #farFirstNs = Number.POSITIVE_INFINITY;
  #farLastNs = 0;

  /** @returns the event's id */
  push(timeNs: number, order: number, handler: number, argument: number): number {
    const id = order * ORDER_SPAN + this.#next;
    this.#next += 1;
    const slot = this.#allocate();
    this.#time[slot] = timeNs;
    this.#rank[slot] = id;
    this.#handler[slot] = handler;
    this.#argument[slot] = argument;
    this.size += 1;
    if (timeNs >= this.#farFromNs) this.#putFar(slot, timeNs);
    else if (this.#rungCount === 0 || !this.#putInRung(slot, timeNs)) this.#putNear(slot, timeNs);
    return id;
  }

  /** Takes out the earliest event. The queue must not be empty. */
  pop(): void {
    this.#nearCount -= 1;
    const slot = this.#near[this.#nearCount] ?? 0;
    this.timeNs = this.headNs;
    this.id = this.#rank[slot] ?? 0;
    this.handler = this.#handler[slot] ?? 0;
    this.argument = this.#argument[slot] ?? 0;
    this.#link[slot] = this.#free;
    this.#free = slot;
    this.size -= 1;
    if (this.#nearCount === 0) this.#refill();
    this.#look();
  }

  #look(): void {
    if (this.#nearCount === 0) this.headNs = Number.POSITIVE_INFINITY;
    else this.headNs = this.#time[this.#near[this.#nearCount - 1] ?? 0] ?? 0;
  }

  #putFar(slot: number, timeNs: number): void {
    this.#link[slot] = this.#far;
    this.#far = slot;
    this.#farCount += 1;
    if (timeNs < this.#farFirstNs) this.#farFirstNs = timeNs;
    if (timeNs > this.#farLastNs) this.#farLastNs = timeNs;
  }

  /** @returns false when the time is before all rungs */
  #putInRung(slot: number, timeNs: number): boolean {
    for (let index = 0; index < this.#rungCount; index += 1) {
      const rung = this.#rungs[index];
      if (rung === undefined || timeNs < rung.fromNs) continue;
      this.#link[slot] = rung.put(slot, timeNs);
      return true;
    }
    return false;
  }

  #putNear(slot: number, timeNs: number): void {
    this.#insert(slot, timeNs);
    if (this.#nearCount > this.#nearMax) this.#spreadNear();
    this.#look();
  }

  #insert(slot: number, timeNs: number): void {
    if (this.#nearCount === this.#near.length) {
      this.#near = copied(this.#near, new Int32Array(2 * this.#near.length));
    }
    const near = this.#near;
    const time = this.#time;
    const rank = this.#rank[slot] ?? 0;
    let at = this.#nearCount;
    for (; at > 0; at -= 1) {
      const other = near[at - 1] ?? 0;
      const otherNs = time[other] ?? 0;
      if (otherNs > timeNs || (otherNs === timeNs && (this.#rank[other] ?? 0) > rank)) break;
      near[at] = other;
    }
    near[at] = slot;
    this.#nearCount += 1;
  }

  /** Too many to keep sorted: they become a rung, unless they are all due at once. */
  #spreadNear(): void {
    const firstNs = this.#time[this.#near[this.#nearCount - 1] ?? 0] ?? 0;
    const lastNs = this.#time[this.#near[0] ?? 0] ?? 0;
    const lowest = this.#rungs[this.#rungCount - 1];
    if (firstNs === lastNs || this.#rungCount === RUNGS_MAX) {
      this.#nearMax *= 2;
      return;
    }
    if (lowest === undefined || this.#rungCount === 0)
      this.#farFromNs = Math.min(this.#farFromNs, lastNs + 1);
    const endNs = this.#rungCount === 0 ? this.#farFromNs : (lowest?.fromNs ?? 0);
    const rung = this.#addRung(firstNs, endNs - firstNs, this.#nearCount);
    for (let at = 0; at < this.#nearCount; at += 1) {
      const slot = this.#near[at] ?? 0;
      this.#link[slot] = rung.put(slot, this.#time[slot] ?? 0);
    }
    this.#nearCount = 0;
    this.#refill();
  }

  /** Brings the soonest events into `near`, when there are any. */
  #refill(): void {
    this.#nearMax = 2 * SORTED_MAX;
    while (this.#nearCount === 0 && this.size > 0) {
      const rung = this.#rungs[this.#rungCount - 1];
      if (rung === undefined || this.#rungCount === 0) this.#spreadFar();
      else if (rung.count === 0) this.#rungCount -= 1;
      else this.#takeBucket(rung);
    }
    if (this.size === 0) this.#forget();
  }

  #takeBucket(rung: Rung): void {
    while (rung.heads[rung.cursor] === NONE) rung.cursor += 1;
    const head = rung.heads[rung.cursor] ?? NONE;
    const count = rung.counts[rung.cursor] ?? 0;
    const fromNs = rung.startNs + rung.cursor * rung.widthNs;
    rung.count -= count;
    rung.cursor += 1;
    rung.fromNs = fromNs + rung.widthNs;
    if (count <= SORTED_MAX || rung.widthNs === 1 || this.#rungCount === RUNGS_MAX) this.#sort(head);
    else this.#spread(head, this.#addRung(fromNs, rung.widthNs, count));
  }

  #spreadFar(): void {
    const head = this.#far;
    const count = this.#farCount;
    const [firstNs, lastNs] = [this.#farFirstNs, this.#farLastNs];
    this.#forget();
    if (count <= SORTED_MAX) {
      this.#sort(head);
    } else {
      this.#farFromNs = lastNs + 1;
      this.#spread(head, this.#addRung(firstNs, lastNs + 1 - firstNs, count));
    }
  }

  #forget(): void {
    this.#rungCount = 0;
    this.#far = NONE;
    this.#farCount = 0;
    this.#farFromNs = Number.POSITIVE_INFINITY;
    this.#farFirstNs = Number.POSITIVE_INFINITY;
    this.#farLastNs = 0;
  }

  #addRung(startNs: number, spanNs: number, events: number): Rung {
    const rung = this.#rungs[this.#rungCount] ?? new Rung();
    this.#rungs[this.#rungCount] = rung;
    this.#rungCount += 1;
    rung.reset(startNs, spanNs, events);
    return rung;
  }

  #spread(head: number, rung: Rung): void {
    for (let slot = head; slot !== NONE; ) {
      const next = this.#link[slot] ?? NONE;
      this.#link[slot] = rung.put(slot, this.#time[slot] ?? 0);
      slot = next;
    }
  }

  /** The events of a chain come latest first, which is how ties are sorted: those cost no comparisons. */
  #sort(head: number): void {
    for (let slot = head; slot !== NONE; slot = this.#link[slot] ?? NONE)
      this.#insert(slot, this.#time[slot] ?? 0);
  }

  #allocate(): number {
    const slot = this.#free;
    if (slot !== NONE) {
      this.#free = this.#link[slot] ?? NONE;
      return slot;
    }
    if (this.#used === this.#capacity) this.#grow();
    this.#used += 1;
    return this.#used - 1;
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#time = copied(this.#time, new Float64Array(this.#capacity));
    this.#rank = copied(this.#rank, new Float64Array(this.#capacity));
    this.#handler = copied(this.#handler, new Int32Array(this.#capacity));
    this.#argument = copied(this.#argument, new Int32Array(this.#capacity));
    this.#link = copied(this.#link, new Int32Array(this.#capacity));
  }
}

function copied<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
