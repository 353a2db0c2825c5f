import { EventQueue } from './event-queue.ts';

/** Which of several things due at the same nanosecond happens first. */
export const Order = {
  /** The wire acts first: a CPU that looks at the same instant sees what arrived. */
  hardware: 0,
  /** A lock is let go before anyone tries to take it, or a free lock would look contended. */
  release: 10,
  /** Interrupts are taken before the code they interrupt goes on, as at an instruction boundary. */
  hardirq: 20,
  softirq: 30,
  /** Threads come last: whatever was raised at this instant keeps them waiting. */
  thread: 40,
} as const;

export type OrderOf = (typeof Order)[keyof typeof Order];

/** Before all time. */
const OVER = -1;

export type Handler = (argument: number) => void;

/**
 * Simulated time in whole nanoseconds and the order in which things happen. Knows nothing of what happens.
 * Ties are decided by `Order`, then by the sequence in which they were scheduled.
 */
export class Engine {
  /** Events handled so far, those that `advance` took without queueing included. */
  events = 0;
  /** Of the event being handled: what a handler compares to see that the event was not called off. */
  eventId = -1;
  /** The run ends when it has handled so many, whatever is left. */
  readonly #eventsMax: number;
  readonly #queue = new EventQueue();
  readonly #handlers: Handler[] = [];
  /** Up to where `run` goes; nothing is due by then once the run is over. */
  #untilNs = OVER;
  #isStopped = false;

  constructor(eventsMax = Number.POSITIVE_INFINITY) {
    this.#eventsMax = eventsMax;
  }

  /** Where simulated time stands. */
  get nowNs(): number {
    return this.#queue.nowNs;
  }

  /** Makes a handler known, once; the number stands for it in `schedule`. */
  register(handler: Handler): number {
    return this.#handlers.push(handler) - 1;
  }

  /**
   * Calls a handler `delayNs` from now.
   *
   * @returns the event's id; an event is called off by remembering another one
   * @throws RangeError as `mustBeWhole`
   */
  schedule(delayNs: number, order: OrderOf, handler: number, argument = 0): number {
    mustBeWhole(delayNs);
    return this.#queue.push(delayNs, order, handler, argument);
  }

  /**
   * Moves time on at once when nothing else is due until then (the common case for a CPU's next piece of work);
   * false, and nothing moved, when something is. The same as scheduling and waiting, without the queue.
   *
   * @throws RangeError as `schedule`
   */
  advance(delayNs: number): boolean {
    mustBeWhole(delayNs);
    const thenNs = this.nowNs + delayNs;
    if (thenNs > this.#untilNs || thenNs >= this.#queue.headNs) return false;
    this.#queue.nowNs = thenNs;
    this.#count();
    return true;
  }

  /** Handles everything due up to and including `untilNs`, or until stopped; time then stands there. */
  run(untilNs: number): void {
    if (this.#isStopped || this.isCutShort) return;
    this.#untilNs = untilNs;
    const queue = this.#queue;
    const handlers = this.#handlers;
    while (queue.headNs <= this.#untilNs) {
      const slot = queue.pop();
      this.eventId = queue.idOf(slot);
      this.#count();
      handlers[queue.handlerOf(slot)]?.(queue.argumentOf(slot));
    }
    if (this.#untilNs === untilNs) queue.nowNs = untilNs;
  }

  /** The event being handled turned out to be none: a timer that went off and found nothing to do. */
  discount(): void {
    this.events -= 1;
  }

  #count(): void {
    this.events += 1;
    if (this.events >= this.#eventsMax) this.#untilNs = OVER;
  }

  /** More events were due than the run was allowed. */
  get isCutShort(): boolean {
    return this.events >= this.#eventsMax;
  }

  /** Ends `run` after the present event; time stays where it is. */
  stop(): void {
    this.#isStopped = true;
    this.#untilNs = OVER;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }
}

/** @throws RangeError for a delay that is negative or not a whole number of nanoseconds */
function mustBeWhole(delayNs: number): void {
  if (delayNs >= 0 && Number.isSafeInteger(delayNs)) return;
  throw new RangeError(`a delay is a whole number of nanoseconds, not ${delayNs}`);
}
