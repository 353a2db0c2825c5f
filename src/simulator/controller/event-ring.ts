import { Order } from '../engine.ts';
import type { Machine } from '../machine.ts';
import type { Urb } from '../parts.ts';
import type { Completions } from './controller.ts';

/** One segment of 256 TRBs. Source: Linux 6.1, drivers/usb/host/xhci.h, TRBS_PER_SEGMENT and ERST_NUM_SEGS. */
const RING_EVENTS = 256;

/**
 * An xHC interrupter: events go to a ring, and the interrupt is asserted when the moderation counter has run down, the
 * ring is not empty and the driver is not in the middle of it (EHB). The counter starts again at each assertion.
 * Source: xHCI 1.2, 4.17.2.
 */
export class EventRing implements Completions {
  readonly #machine: Machine;
  readonly #intervalNs: number;
  readonly #assert: () => void;
  readonly #events: Urb[] = [];
  /** Finished, but the ring had no room: the endpoint stands still until the driver moves its dequeue pointer. */
  readonly #stalled: Urb[] = [];
  /** Entries the driver has not given back to the hardware yet. */
  #used = 0;
  #read = 0;
  readonly #onCounterZero: number;
  #isBusy = false;
  #isArmed = false;
  #nextNs = 0;

  constructor(machine: Machine, assert: () => void) {
    this.#machine = machine;
    this.#intervalNs = machine.hcd.irq.moderationNs;
    this.#assert = assert;
    this.#onCounterZero = machine.engine.register(() => {
      this.#isArmed = false;
      this.#interrupt();
    });
  }

  finish(urb: Urb): void {
    urb.finishedNs = this.#machine.engine.nowNs;
    if (this.#stalled.length > 0) this.#stalled.push(urb);
    else this.#post(urb);
    this.#interrupt();
  }

  /** Event TRBs of a transfer: one, or one for each isochronous packet; all but the last do not interrupt (BEI). */
  eventsOf(urb: Urb | null): number {
    return urb !== null && this.#machine.hasEventPerPacket ? urb.packets : 1;
  }

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  take(): Urb | null {
    const urb = this.#events.shift() ?? null;
    this.#read += this.eventsOf(urb);
    return urb;
  }

  /** Half a ring has been read since the dequeue pointer (ERDP) was moved: the driver moves it before it goes on. */
  get isHalfRead(): boolean {
    return this.#read >= RING_EVENTS / 2;
  }

  /** The dequeue pointer moves: what was read is free again. */
  moveDequeue(): void {
    this.#used -= this.#read;
    this.#read = 0;
    for (let next = this.#stalled.shift(); next !== undefined; next = this.#stalled.shift()) {
      if (!this.#post(next)) break;
    }
  }

  acknowledge(): void {
    this.moveDequeue();
    this.#isBusy = false;
    this.#interrupt();
  }

  /** @returns false when it has to wait, at the head of those that wait */
  #post(urb: Urb): boolean {
    const events = this.eventsOf(urb);
    if (this.#used + events > RING_EVENTS && this.#used > 0) {
      this.#stalled.unshift(urb);
      return false;
    }
    this.#used += events;
    this.#events.push(urb);
    return true;
  }

  #interrupt(): void {
    if (this.#isBusy || this.#isArmed || this.isEmpty) return;
    const { engine } = this.#machine;
    if (engine.nowNs < this.#nextNs) {
      this.#isArmed = true;
      engine.schedule(this.#nextNs - engine.nowNs, Order.hardware, this.#onCounterZero);
      return;
    }
    this.#isBusy = true;
    this.#nextNs = engine.nowNs + this.#intervalNs;
    this.#assert();
  }
}
