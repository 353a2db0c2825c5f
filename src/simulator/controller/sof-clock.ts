import { Order } from '../engine.ts';
import type { Machine } from '../machine.ts';
import type { Urb } from '../parts.ts';

const MICROFRAME_NS = 125_000;

/**
 * dwc2 schedules periodic transfers in software: while it has any, every start of a microframe interrupts, whether or
 * not anything has finished. Source: drivers/usb/dwc2/hcd_intr.c, dwc2_sof_intr(); usb-model, section 1.7.
 */
export class SofClock {
  readonly #machine: Machine;
  readonly #assert: () => void;
  readonly #onSof: number;
  #periodic = 0;
  #isRunning = false;

  constructor(machine: Machine, assert: () => void) {
    this.#machine = machine;
    this.#assert = assert;
    this.#onSof = machine.engine.register(() => this.#sof());
  }

  queued(urb: Urb): void {
    if (!urb.isPeriodic) return;
    this.#periodic += 1;
    if (!this.#isRunning) this.#arm();
  }

  finished(urb: Urb): void {
    if (urb.isPeriodic) this.#periodic -= 1;
  }

  #arm(): void {
    const { engine } = this.#machine;
    this.#isRunning = true;
    engine.schedule(MICROFRAME_NS - (engine.nowNs % MICROFRAME_NS), Order.hardware, this.#onSof);
  }

  #sof(): void {
    this.#isRunning = false;
    if (this.#periodic === 0) return;
    this.#assert();
    this.#arm();
  }
}
