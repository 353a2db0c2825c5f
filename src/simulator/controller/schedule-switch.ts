import { Order } from '../engine.ts';
import type { Machine } from '../machine.ts';
import { type EhciTimer, TimerEvent } from './ehci-timer.ts';

const MICROFRAME_NS = 125_000;
/** ehci_poll_ASS() looks again so many times before it believes what it wants to see. */
const POLLS_MAX = 2;

/**
 * Whether the asynchronous schedule of an EHCI runs. The driver tells it to (CMD_ASE), the controller follows with the next
 * microframe (STS_ASS), and the driver tells it nothing new before it has seen that. It is on while anything is linked and
 * for a while after that; a run begins with it on. Source: Linux 6.1, drivers/usb/host/ehci-timer.c, ehci-q.c
 */
export class ScheduleSwitch {
  /** The driver has to look whether the schedule does as it was told: ehci_poll_ASS(). */
  mustPoll = false;
  /** The driver has to tell it the opposite of what it told it last. */
  mustCommand = false;
  readonly #machine: Machine;
  readonly #timer: EhciTimer;
  readonly #onStatus: number;
  /** Linked queue heads, and those not gone yet. */
  #count = 0;
  #isCommanded = true;
  #isRunning = true;
  #polls = 0;

  /** @param begin  the schedule runs again: what is linked is seen */
  constructor(machine: Machine, timer: EhciTimer, begin: () => void) {
    this.#machine = machine;
    this.#timer = timer;
    this.#onStatus = machine.engine.register(() => {
      this.#isRunning = this.#isCommanded;
      if (this.#isRunning) begin();
    });
  }

  get isOn(): boolean {
    return this.#isRunning && this.#isCommanded;
  }

  /** A queue head that was linked before the run began. */
  found(): void {
    this.#count += 1;
  }

  /** enable_async() */
  enable(): void {
    this.#count += 1;
    if (this.#count > 1) return;
    this.#timer.disable(TimerEvent.disableAsync);
    this.mustPoll = true;
  }

  /** disable_async() */
  disable(): void {
    this.#count -= 1;
    if (this.#count === 0) this.mustPoll = true;
  }

  /** ehci_poll_ASS() */
  poll(): void {
    this.mustPoll = false;
    if (this.#isCommanded !== this.#isRunning && this.#polls < POLLS_MAX) {
      this.#polls += 1;
      this.#timer.enable(TimerEvent.pollAss);
      return;
    }
    this.#polls = 0;
    if (!this.#isCommanded) this.mustCommand = this.#count > 0;
    else if (this.#count === 0) this.#timer.enable(TimerEvent.disableAsync);
  }

  /** CMD_ASE is turned over. */
  command(): void {
    const { engine } = this.#machine;
    this.mustCommand = false;
    this.#isCommanded = !this.#isCommanded;
    engine.schedule(MICROFRAME_NS - (engine.nowNs % MICROFRAME_NS), Order.hardware, this.#onStatus);
  }
}
