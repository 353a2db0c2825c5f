import { END, Rung } from './rung.ts';

/** One order is worth this many sequence numbers: 2^45 events, and orders up to 255, fit a double exactly. */
const ORDER_SPAN = 2 ** 45;
const ID_MASK = 2 ** 31 - 1;
const INITIAL_SLOTS = 64;
/** `near` is not searched further than this, unless all of it is due at once. */
const SORTED_MAX = 12;
const RUNGS_MAX = 8;

/**
 * Pending events by (time, order, sequence): a ladder queue on typed arrays, without allocation per event.
 *
 *     later   far     unsorted, what no rung reaches
 *       |     rungs   buckets of time; each rung divides one bucket of the rung above
 *       v     near    sorted, the soonest first: everything before `#nearEndNs`
 *     sooner
 *
 * All three are chains of slots. A few pending events, the common case, all live in `near`; of many, each is moved a
 * bounded number of times. `pop` gives the slot of the event, whose numbers stand there until the next `push`.
 *
 * No time is handed from method to method, and slots are counted out with plain numbers: a method that is not inlined
 * would have each time allocated, and a constant of a module is looked up each time it is used.
 * Source: Tang, Goh and Thng, "Ladder queue", ACM TOMACS 15 (2005).
 */
export class EventQueue {
  /** Time of the last event that was taken out, or where its reader has moved it since. */
  nowNs = 0;
  /** Time of the earliest event, Infinity when there is none. */
  headNs = Number.POSITIVE_INFINITY;
  #next = 0;
  #slots = INITIAL_SLOTS;
  /** Two numbers a slot: time; order and sequence in one, so that no two events have the same. */
  #key = new Float64Array(2 * INITIAL_SLOTS);
  /** Four numbers a slot: the next slot of its chain, handler, argument, id. */
  #node = new Int32Array(4 * INITIAL_SLOTS);
  #free = -1;
  #used = 0;
  #near = -1;
  #nearMax = SORTED_MAX;
  #nearEndNs = Number.POSITIVE_INFINITY;
  readonly #rungs: Rung[] = [];
  #rungCount = 0;
  /** The lowest, which divides the time that comes next. */
  #rung: Rung | null = null;
  #far = -1;
  #farCount = 0;
  #farFirstNs = Number.POSITIVE_INFINITY;
  #farLastNs = 0;

  /** @returns the event's id, not negative; after 2^31 events they come again */
  push(delayNs: number, order: number, handler: number, argument: number): number {
    const timeNs = this.nowNs + delayNs;
    const sequence = this.#next;
    this.#next = sequence + 1;
    let slot = this.#free;
    if (slot < 0) slot = this.#allocate();
    else this.#free = this.#node[slot << 2] ?? -1;
    this.#key[slot << 1] = timeNs;
    this.#key[(slot << 1) + 1] = order * ORDER_SPAN + sequence;
    this.#node[(slot << 2) + 1] = handler;
    this.#node[(slot << 2) + 2] = argument;
    const id = sequence & ID_MASK;
    this.#node[(slot << 2) + 3] = id;
    if (timeNs < this.#nearEndNs) this.#insert(slot);
    else this.#putLater(slot);
    return id;
  }

  /** Takes out the earliest event, and moves to its time. The queue must not be empty. @returns its slot */
  pop(): number {
    this.nowNs = this.headNs;
    const slot = this.#near;
    const next = this.#node[slot << 2] ?? -1;
    this.#node[slot << 2] = this.#free;
    this.#free = slot;
    this.#near = next;
    if (next < 0) this.#refill();
    else this.headNs = this.#key[next << 1] ?? 0;
    return slot;
  }

  idOf(slot: number): number {
    return this.#node[(slot << 2) + 3] ?? 0;
  }

  handlerOf(slot: number): number {
    return this.#node[(slot << 2) + 1] ?? 0;
  }

  argumentOf(slot: number): number {
    return this.#node[(slot << 2) + 2] ?? 0;
  }

  #insert(slot: number): void {
    const key = this.#key;
    const node = this.#node;
    const timeNs = key[slot << 1] ?? 0;
    let after = -1;
    let at = this.#near;
    let steps = 0;
    while (at >= 0) {
      const otherNs = key[at << 1] ?? 0;
      if (otherNs > timeNs) break;
      if (otherNs === timeNs && (key[(at << 1) + 1] ?? 0) > (key[(slot << 1) + 1] ?? 0)) break;
      after = at;
      at = node[at << 2] ?? -1;
      steps += 1;
    }
    node[slot << 2] = at;
    if (after < 0) {
      this.#near = slot;
      this.headNs = timeNs;
    } else node[after << 2] = slot;
    if (steps > this.#nearMax) this.#spreadNear();
  }

  /** Into the bucket of the lowest rung that reaches so far, or among what is far. */
  #putLater(slot: number): void {
    const node = this.#node;
    const timeNs = this.#key[slot << 1] ?? 0;
    for (let rung = this.#rung; rung !== null; rung = rung.above) {
      if (timeNs >= rung.endNs) continue;
      const bucket = ((timeNs - rung.startNs) * rung.bucketsPerNs) | 0;
      node[slot << 2] = rung.put(bucket, slot);
      return;
    }
    node[slot << 2] = this.#far;
    this.#far = slot;
    this.#farCount += 1;
    if (timeNs < this.#farFirstNs) this.#farFirstNs = timeNs;
    if (timeNs > this.#farLastNs) this.#farLastNs = timeNs;
  }

  /** Puts each event of a chain where it belongs. Latest first, which is how ties are sorted: those cost no search. */
  #putChain(head: number): void {
    let slot = head;
    while (slot >= 0) {
      const next = this.#node[slot << 2] ?? -1;
      if ((this.#key[slot << 1] ?? 0) < this.#nearEndNs) this.#insert(slot);
      else this.#putLater(slot);
      slot = next;
    }
  }

  /** Brings the soonest events into `near`, when there are any. */
  #refill(): void {
    this.#nearMax = SORTED_MAX;
    while (this.#near < 0) {
      if (this.#rung !== null) this.#takeBucket(this.#rung);
      else if (this.#far >= 0) this.#spreadFar();
      else break;
    }
    if (this.#near < 0) this.#forget();
  }

  #takeBucket(rung: Rung): void {
    const bucket = rung.first();
    const head = rung.take(bucket);
    if (head === END) {
      this.#leave(rung);
      return;
    }
    this.#nearEndNs = rung.startNs + (bucket + 1) * rung.widthNs;
    if ((this.#node[head << 2] ?? -1) < 0) {
      this.#near = head;
      this.headNs = this.#key[head << 1] ?? 0;
    } else this.#putChain(head);
  }

  #leave(rung: Rung): void {
    this.#rungCount -= 1;
    this.#rung = rung.above;
    this.#nearEndNs = rung.endNs;
  }

  #spreadFar(): void {
    const head = this.#far;
    const count = this.#farCount;
    const firstNs = this.#farFirstNs;
    const lastNs = this.#farLastNs;
    this.#forget();
    if (count > SORTED_MAX) this.#addRung(firstNs, lastNs + 1, count);
    this.#putChain(head);
  }

  /** Too many to keep sorted: they become a rung, unless they are all due at once. */
  #spreadNear(): void {
    let count = 0;
    let lastNs = 0;
    for (let slot = this.#near; slot >= 0; slot = this.#node[slot << 2] ?? -1) {
      lastNs = this.#key[slot << 1] ?? 0;
      count += 1;
    }
    if (this.headNs === lastNs || this.#rungCount === RUNGS_MAX) {
      this.#nearMax *= 2;
      return;
    }
    const head = this.#near;
    this.#near = -1;
    const endNs = this.#nearEndNs === Number.POSITIVE_INFINITY ? lastNs + 1 : this.#nearEndNs;
    this.#addRung(this.headNs, endNs, count);
    this.#putChain(head);
    this.#refill();
  }

  #addRung(startNs: number, endNs: number, events: number): void {
    const rung = this.#rungs[this.#rungCount] ?? new Rung(this.#rung);
    this.#rungs[this.#rungCount] = rung;
    this.#rungCount += 1;
    this.#rung = rung;
    rung.reset(startNs, endNs, events);
    this.#nearEndNs = rung.startNs;
  }

  #forget(): void {
    this.headNs = Number.POSITIVE_INFINITY;
    this.#nearEndNs = Number.POSITIVE_INFINITY;
    this.#rungCount = 0;
    this.#rung = null;
    this.#far = -1;
    this.#farCount = 0;
    this.#farFirstNs = Number.POSITIVE_INFINITY;
    this.#farLastNs = 0;
  }

  #allocate(): number {
    if (this.#used === this.#slots) {
      this.#slots *= 2;
      this.#key = copied(this.#key, new Float64Array(2 * this.#slots));
      this.#node = copied(this.#node, new Int32Array(4 * this.#slots));
    }
    this.#used += 1;
    return this.#used - 1;
  }
}

function copied<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
