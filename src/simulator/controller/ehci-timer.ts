import { Order } from '../engine.ts';
import type { Machine } from '../machine.ts';

const MS = 1_000_000;

/**
 * What waits for the one hrtimer of an EHCI, by rising delay: the driver's own order, which decides what restarts it.
 * Source: Linux 6.1, drivers/usb/host/ehci-timer.c, event_delays_ns
 */
export const TimerEvent = {
  pollAss: 0,
  activeUnlink: 1,
  asyncUnlinks: 2,
  iaaWatchdog: 3,
  disableAsync: 4,
} as const;
export type TimerEventOf = (typeof TimerEvent)[keyof typeof TimerEvent];

const DELAYS_NS: readonly number[] = [1 * MS, 2 * MS, 6 * MS, 10 * MS, 15 * MS];
const NO_EVENT = DELAYS_NS.length;

/**
 * How late the timer may be, so that it can go off together with another one. No other timer of the machine is
 * simulated, and a core that sleeps is woken for the end of the range.
 * Source: the same, ehci_enable_event(); kernel/time/hrtimer.c
 */
export const TIMER_RANGE_NS = 1 * MS;

/**
 * The EHCI driver's timer: it follows the lowest-numbered event only, and looks at all of them when it goes off, so that
 * an event is at most late. Source: Linux 6.1, drivers/usb/host/ehci-timer.c, ehci_enable_event(), ehci_hrtimer_func()
 */
export class EhciTimer {
  readonly #machine: Machine;
  readonly #onExpiry: number;
  readonly #timeoutsNs = DELAYS_NS.map(() => 0);
  /** A bit for each event, as the driver has them. */
  #enabled = 0;
  #due = 0;
  #next: number = NO_EVENT;
  #armedId = -1;

  /** @param goOff  the timer has expired: the driver is to look, by `collect` */
  constructor(machine: Machine, goOff: () => void) {
    this.#machine = machine;
    this.#onExpiry = machine.engine.register(() => {
      if (machine.engine.eventId === this.#armedId) goOff();
    });
  }

  isEnabled(event: TimerEventOf): boolean {
    return (this.#enabled & (1 << event)) !== 0;
  }

  /** ehci_enable_event() with a delay that begins now. */
  enable(event: TimerEventOf): void {
    this.#timeoutsNs[event] = this.#machine.engine.nowNs + (DELAYS_NS[event] ?? 0);
    this.#keep(event);
  }

  /** The event is off; the timer goes off all the same, and finds nothing of it. */
  disable(event: TimerEventOf): void {
    this.#enabled &= ~(1 << event);
    if (event === TimerEvent.iaaWatchdog && this.#next === event) this.#next += 1;
  }

  /** The events that would be handled if the driver looked now, as a mask. */
  over(): number {
    const { nowNs } = this.#machine.engine;
    let over = 0;
    for (let event = 0; event < NO_EVENT; event += 1) {
      const isEnabled = (this.#enabled & (1 << event)) !== 0;
      if (isEnabled && nowNs >= (this.#timeoutsNs[event] ?? 0)) over |= 1 << event;
    }
    return over;
  }

  /** The driver looks: what is over is due, and the rest is enabled again. */
  collect(): void {
    const enabled = this.#enabled;
    this.#due = this.over();
    this.#enabled = 0;
    this.#next = NO_EVENT;
    for (let event = 0; event < NO_EVENT; event += 1) {
      if ((enabled & ~this.#due & (1 << event)) !== 0) this.#keep(event);
    }
  }

  isDue(event: TimerEventOf): boolean {
    return (this.#due & (1 << event)) !== 0;
  }

  #keep(event: number): void {
    this.#enabled |= 1 << event;
    if (event >= this.#next) return;
    const { engine } = this.#machine;
    this.#next = event;
    const expiryNs = (this.#timeoutsNs[event] ?? 0) + TIMER_RANGE_NS;
    this.#armedId = engine.schedule(Math.max(0, expiryNs - engine.nowNs), Order.hardware, this.#onExpiry);
  }
}
