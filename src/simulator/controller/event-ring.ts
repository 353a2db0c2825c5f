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
  /** Finished URBs, and null for a packet of one that is not finished. */
  readonly #events: (Urb | null)[] = [];
  /** Finished, but the ring had no room: the endpoint stands still until the driver moves its dequeue pointer. */
  readonly #stalled: (Urb | null)[] = [];
  /** Entries the driver has not given back to the hardware yet. */
  #used = 0;
  #read = 0;
  readonly #onCounterZero: number;
  #isBusy = false;
  #isArmed = false;
  #nextNs = 0;
  /** IPE: an event that is not blocked has come since the last interrupt. */
  #isPending = false;
  /** isoc_bei_interval; null without the quirk. */
  #isocInterval: number | null;

  constructor(machine: Machine, assert: () => void) {
    this.#machine = machine;
    this.#intervalNs = machine.hcd.irq.moderationNs;
    this.#assert = assert;
    this.#isocInterval = machine.isocEventInterval;
    this.#onCounterZero = machine.engine.register(() => {
      this.#isArmed = false;
      this.#interrupt();
    });
  }

  finish(urb: Urb): void {
    urb.finishedNs = this.#machine.engine.nowNs;
    this.#put(urb);
    this.#isPending = true;
    this.#interrupt();
  }

  /**
   * Under XHCI_AVOID_BEI a packet that is not the last of its URB has an event of its own, which may interrupt.
   * Source: Linux 6.1, drivers/usb/host/xhci-ring.c, trb_block_event_intr()
   */
  packetEnds(index: number): void {
    this.#put(null);
    if (this.#isocInterval === null || index === 0 || index % this.#isocInterval !== 0) return;
    this.#isPending = true;
    this.#interrupt();
  }

  /** Event TRBs of a transfer: one, or one for each isochronous packet; all but the last do not interrupt (BEI). */
  eventsOf(urb: Urb | null): number {
    if (urb === null || this.#isocInterval !== null) return 1;
    return this.#machine.hasEventPerPacket ? urb.packets : 1;
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

  /** xhci_irq() found half a ring: isochronous packets are to interrupt more often from now on. */
  shortenInterval(): void {
    if (this.#isocInterval === null || this.#isocInterval <= this.#machine.isocEventIntervalLeast) return;
    this.#isocInterval = Math.floor(this.#isocInterval / 2);
  }

  /** The dequeue pointer moves: what was read is free again. */
  moveDequeue(): void {
    this.#used -= this.#read;
    this.#read = 0;
    for (let next = this.#stalled.shift(); next !== undefined; next = this.#stalled.shift()) {
      if (!this.#post(next)) break;
      if (next !== null) this.#isPending = true;
    }
  }

  acknowledge(): void {
    this.moveDequeue();
    this.#isBusy = false;
    if (this.isEmpty) this.#isPending = false;
    this.#interrupt();
  }

  #put(event: Urb | null): void {
    if (this.#stalled.length > 0) this.#stalled.push(event);
    else this.#post(event);
  }

  /** @returns false when it has to wait, at the head of those that wait */
  #post(urb: Urb | null): boolean {
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
    if (this.#isBusy || this.#isArmed || this.isEmpty || !this.#isPending) return;
    const { engine } = this.#machine;
    if (engine.nowNs < this.#nextNs) {
      this.#isArmed = true;
      engine.schedule(this.#nextNs - engine.nowNs, Order.hardware, this.#onCounterZero);
      return;
    }
    this.#isBusy = true;
    this.#isPending = false;
    this.#nextNs = engine.nowNs + this.#intervalNs;
    this.#assert();
  }
}
