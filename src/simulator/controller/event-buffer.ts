import { Order } from '../engine.ts';
import { Fifo } from '../fifo.ts';
import type { Machine } from '../machine.ts';
import type { Urb } from '../parts.ts';

/** One endpoint of a device controller: what it has transferred and the driver has not looked at. */
export class Endpoint {
  readonly #done = new Fifo<Urb>();
  /** The first request needs a Start Transfer command; those after it update the transfer, which never ends. */
  isStarted = false;
  /** An event was read, and the request it speaks of is not given back yet. */
  #isOpen = false;

  transferred(urb: Urb): void {
    this.#done.push(urb);
  }

  /** An event of this endpoint is looked at: it speaks of all requests up to the first that asked for an interrupt. */
  open(): void {
    this.#isOpen = true;
  }

  readonly hasDone = (): boolean => this.#isOpen && this.#done.length > 0;

  take(): Urb | null {
    const urb = this.#done.shift();
    if (urb?.isQuiet !== true) this.#isOpen = false;
    return urb;
  }
}

/**
 * The event buffer of a dwc3 in device mode: the interrupt is level, asserted while there are events and it is not
 * masked, and with moderation no sooner than an interval after it was let in again. The handler takes what is there and
 * masks; the thread unmasks when it has looked at all it was left. Source: drivers/usb/dwc3/gadget.c of Linux 6.1,
 * dwc3_check_event_buf() and dwc3_process_event_buf()
 */
export class EventBuffer {
  readonly #machine: Machine;
  readonly #assert: () => void;
  readonly #onCounterZero: number;
  readonly #events = new Fifo<Endpoint>();
  /** evt->cache: what the handler left to the thread. */
  readonly #cached = new Fifo<Endpoint>();
  #isMasked = false;
  /** Asserted, and not answered yet: a level does not interrupt twice. */
  #isAsserted = false;
  #isArmed = false;
  #nextNs = 0;

  constructor(machine: Machine, assert: () => void) {
    this.#machine = machine;
    this.#assert = assert;
    this.#onCounterZero = machine.engine.register(() => {
      this.#isArmed = false;
      this.#interrupt();
    });
  }

  put(endpoint: Endpoint): void {
    this.#events.push(endpoint);
    this.#interrupt();
  }

  /** Reads the count, takes the events, masks. @returns false when there is nothing, or the thread is not done */
  check(): boolean {
    this.#isAsserted = false;
    if (this.#isMasked || this.#events.length === 0) return false;
    this.#isMasked = true;
    this.#events.moveTo(this.#cached);
    return true;
  }

  readonly hasCached = (): boolean => this.#cached.length > 0;

  next(): Endpoint | null {
    return this.#cached.shift();
  }

  unmask(): void {
    this.#isMasked = false;
    this.#nextNs = this.#machine.engine.nowNs + this.#machine.hcd.irq.moderationNs;
    this.#interrupt();
  }

  #interrupt(): void {
    if (this.#isMasked || this.#isAsserted || this.#isArmed || this.#events.length === 0) return;
    const { engine } = this.#machine;
    if (engine.nowNs < this.#nextNs) {
      this.#isArmed = true;
      engine.schedule(this.#nextNs - engine.nowNs, Order.hardware, this.#onCounterZero);
      return;
    }
    this.#isAsserted = true;
    this.#assert();
  }
}
