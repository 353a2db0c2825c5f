import { Order } from '../engine.ts';
import type { Machine } from '../machine.ts';

const MICROFRAME_NS = 125_000;

/**
 * dwc2 schedules periodic transfers in software: while it has any, every start of a microframe interrupts, whether or
 * not anything has finished. Source: drivers/usb/dwc2/hcd_intr.c, dwc2_sof_intr(); usb-model, section 1.7.
 */
export class SofClock {
  readonly #machine: Machine;
  readonly #interrupt: () => void;
  readonly #onSof: number;
  #periodic = 0;
  #isRunning = false;
  #isDue = false;

  constructor(machine: Machine, interrupt: () => void) {
    this.#machine = machine;
    this.#interrupt = interrupt;
    this.#onSof = machine.engine.register(() => this.#sof());
  }

  /** A periodic transfer was queued. */
  queued(): void {
    this.#periodic += 1;
    if (!this.#isRunning) this.#arm();
  }

  /** A periodic transfer is over. */
  finished(): void {
    this.#periodic -= 1;
  }

  /** Starts of frames interrupt. */
  get isOn(): boolean {
    return this.#isRunning;
  }

  /** A frame has started that the driver has not seen. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** @returns whether one had; the driver has seen it now */
  take(): boolean {
    const isDue = this.#isDue;
    this.#isDue = false;
    return isDue;
  }

  #arm(): void {
    const { engine } = this.#machine;
    this.#isRunning = true;
    engine.schedule(MICROFRAME_NS - (engine.nowNs % MICROFRAME_NS), Order.hardware, this.#onSof);
  }

  #sof(): void {
    this.#isRunning = false;
    if (this.#periodic === 0) return;
    this.#isDue = true;
    this.#interrupt();
    this.#arm();
  }
}
