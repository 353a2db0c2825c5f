import { NONE, Rung } from './rung.ts';

/** One order is worth this many sequence numbers: 2^45 events, and orders up to 255, fit a double exactly. */
const ORDER_SPAN = 2 ** 45;
const INITIAL_SLOTS = 64;
/** More events than this are not kept sorted, unless they are all due at once. */
const SORTED_MAX = 24;
const RUNGS_MAX = 8;
/** Numbers a slot takes in `#key` (time, id) and in `#node` (link, handler, argument, and one to make it a power of two). */
const KEY = 2;
const NODE = 4;
const ID = 1;
const HANDLER = 1;
const ARGUMENT = 2;

/**
 * Pending events by (time, order, sequence): a ladder queue on typed arrays, without allocation per event.
 *
 *     later   far     unsorted, what no rung reaches
 *       |     rungs   buckets of time; each rung divides one bucket of the rung above
 *       v     near    sorted, the soonest last: everything before `#nearEndNs`
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
  // One slot an event, in two arrays: each further one costs every access a bounds check. Free slots are chained
  // through their link, and so are the events of a bucket.
  #slots = INITIAL_SLOTS;
  #key = new Float64Array(KEY * INITIAL_SLOTS);
  #node = new Int32Array(NODE * INITIAL_SLOTS);
  #free = NONE;
  #used = 0;
  // From 1 to the count; at 0 stands a time after all others, so that no search has to look where it ends.
  #nearNs = new Float64Array(2 * SORTED_MAX + 2).fill(Number.POSITIVE_INFINITY);
  #nearSlot = new Int32Array(2 * SORTED_MAX + 2);
  #nearCount = 0;
  #nearMax = SORTED_MAX;
  #nearEndNs = Number.POSITIVE_INFINITY;
  readonly #rungs: Rung[] = [];
  #rungCount = 0;
  /** The lowest, which divides the time that comes next. */
  #rung: Rung | null = null;
  #far = NONE;
  #farCount = 0;
  #farFirstNs = Number.POSITIVE_INFINITY;
  #farLastNs = 0;

  /** @returns the event's id */
  push(timeNs: number, order: number, handler: number, argument: number): number {
    const id = order * ORDER_SPAN + this.#next;
    this.#next += 1;
    let slot = this.#free;
    if (slot === NONE) slot = this.#allocate();
    else this.#free = this.#node[NODE * slot] ?? NONE;
    this.#key[KEY * slot] = timeNs;
    this.#key[KEY * slot + ID] = id;
    this.#node[NODE * slot + HANDLER] = handler;
    this.#node[NODE * slot + ARGUMENT] = argument;
    this.size += 1;
    if (timeNs < this.#nearEndNs) this.#insert(slot, timeNs, id);
    else this.#putLater(slot, timeNs);
    return id;
  }

  /** Takes out the earliest event. The queue must not be empty. */
  pop(): void {
    const count = this.#nearCount;
    const slot = this.#nearSlot[count] ?? NONE;
    this.timeNs = this.headNs;
    this.id = this.#key[KEY * slot + ID] ?? 0;
    this.handler = this.#node[NODE * slot + HANDLER] ?? 0;
    this.argument = this.#node[NODE * slot + ARGUMENT] ?? 0;
    this.#node[NODE * slot] = this.#free;
    this.#free = slot;
    this.size -= 1;
    this.#nearCount = count - 1;
    if (count === 1) this.#refill();
    else this.headNs = this.#nearNs[count - 1] ?? 0;
  }

  #insert(slot: number, timeNs: number, id: number): void {
    const nearNs = this.#nearNs;
    const nearSlot = this.#nearSlot;
    const count = this.#nearCount + 1;
    let at = count;
    for (; ; at -= 1) {
      const otherNs = nearNs[at - 1] ?? 0;
      if (otherNs > timeNs) break;
      const other = nearSlot[at - 1] ?? NONE;
      if (otherNs === timeNs && (this.#key[KEY * other + ID] ?? 0) > id) break;
      nearNs[at] = otherNs;
      nearSlot[at] = other;
    }
    nearNs[at] = timeNs;
    nearSlot[at] = slot;
    this.#nearCount = count;
    this.headNs = nearNs[count] ?? 0;
    if (count > this.#nearMax) this.#spreadNear();
  }

  /** Into the bucket of the lowest rung that reaches so far, or among what is far. */
  #putLater(slot: number, timeNs: number): void {
    for (let rung = this.#rung; rung !== null; rung = rung.above) {
      if (timeNs >= rung.endNs) continue;
      const bucket = ((timeNs - rung.startNs) * rung.bucketsPerNs) | 0;
      this.#node[NODE * slot] = rung.heads[bucket] ?? NONE;
      rung.heads[bucket] = slot;
      rung.count += 1;
      return;
    }
    this.#node[NODE * slot] = this.#far;
    this.#far = slot;
    this.#farCount += 1;
    if (timeNs < this.#farFirstNs) this.#farFirstNs = timeNs;
    if (timeNs > this.#farLastNs) this.#farLastNs = timeNs;
  }

  /** Puts each event of a chain where it belongs. Latest first, which is how ties are sorted: those cost no search. */
  #putChain(head: number): number {
    let count = 0;
    for (let slot = head; slot !== NONE; count += 1) {
      const next = this.#node[NODE * slot] ?? NONE;
      const timeNs = this.#key[KEY * slot] ?? 0;
      if (timeNs < this.#nearEndNs) this.#insert(slot, timeNs, this.#key[KEY * slot + ID] ?? 0);
      else this.#putLater(slot, timeNs);
      slot = next;
    }
    return count;
  }

  /** Brings the soonest events into `near`, when there are any. */
  #refill(): void {
    this.#nearMax = SORTED_MAX;
    if (this.size === 0) {
      this.#forget();
      return;
    }
    while (this.#nearCount === 0) {
      const rung = this.#rung;
      if (rung === null) this.#spreadFar();
      else if (rung.count === 0) this.#leave(rung);
      else this.#takeBucket(rung);
    }
  }

  #takeBucket(rung: Rung): void {
    const { heads } = rung;
    let { cursor } = rung;
    while (heads[cursor] === NONE) cursor += 1;
    rung.cursor = cursor + 1;
    this.#nearEndNs = Math.min(rung.startNs + (cursor + 1) * rung.widthNs, rung.endNs);
    rung.count -= this.#putChain(heads[cursor] ?? NONE);
  }

  #leave(rung: Rung): void {
    this.#rungCount -= 1;
    this.#rung = rung.above;
    this.#nearEndNs = rung.endNs;
  }

  #spreadFar(): void {
    const head = this.#far;
    const count = this.#farCount;
    const [firstNs, lastNs] = [this.#farFirstNs, this.#farLastNs];
    this.#forget();
    if (count > SORTED_MAX) this.#addRung(firstNs, lastNs + 1, count);
    this.#putChain(head);
  }

  /** Too many to keep sorted: they become a rung, unless they are all due at once. */
  #spreadNear(): void {
    const count = this.#nearCount;
    const lastNs = this.#nearNs[1] ?? 0;
    if (this.headNs === lastNs || this.#rungCount === RUNGS_MAX) {
      this.#growNear();
      return;
    }
    const endNs = this.#nearEndNs === Number.POSITIVE_INFINITY ? lastNs + 1 : this.#nearEndNs;
    this.#addRung(this.headNs, endNs, count);
    for (let at = 1; at <= count; at += 1) this.#putLater(this.#nearSlot[at] ?? NONE, this.#nearNs[at] ?? 0);
    this.#nearCount = 0;
    this.#refill();
  }

  #addRung(startNs: number, endNs: number, events: number): void {
    const rung = this.#rungs[this.#rungCount] ?? new Rung(this.#rung);
    this.#rungs[this.#rungCount] = rung;
    this.#rungCount += 1;
    this.#rung = rung;
    this.#nearEndNs = startNs;
    rung.reset(startNs, endNs, events);
  }

  #forget(): void {
    this.headNs = Number.POSITIVE_INFINITY;
    this.#nearEndNs = Number.POSITIVE_INFINITY;
    this.#rungCount = 0;
    this.#rung = null;
    this.#far = NONE;
    this.#farCount = 0;
    this.#farFirstNs = Number.POSITIVE_INFINITY;
    this.#farLastNs = 0;
  }

  #growNear(): void {
    this.#nearMax *= 2;
    if (this.#nearMax + 2 <= this.#nearNs.length) return;
    this.#nearNs = copied(this.#nearNs, new Float64Array(this.#nearMax + 2));
    this.#nearSlot = copied(this.#nearSlot, new Int32Array(this.#nearMax + 2));
  }

  #allocate(): number {
    if (this.#used === this.#slots) {
      this.#slots *= 2;
      this.#key = copied(this.#key, new Float64Array(KEY * this.#slots));
      this.#node = copied(this.#node, new Int32Array(NODE * this.#slots));
    }
    this.#used += 1;
    return this.#used - 1;
  }
}

function copied<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
