import { Order } from '../engine.ts';
import type { Machine } from '../machine.ts';
import type { Urb } from '../parts.ts';
import type { Stream } from '../random.ts';
import type { AdvancingCompletions } from './controller.ts';

/**
 * EHCI, OHCI, UHCI: a finished transfer is reported at the end of the (micro)frame it finished in, whatever else
 * finished since then with it. Periodic transfers keep to the frame clock. For bulk transfers the place within the
 * frame is drawn, evenly spread: a device's NAKs, which are not modelled, decide it, and a model that never drifts
 * against the frame clock would swallow any cost shorter than a frame. Mean wait: half a frame.
 */
export class Threshold implements AdvancingCompletions {
  readonly #machine: Machine;
  readonly #frameNs: number;
  readonly #assert: () => void;
  readonly #phases: Stream;
  readonly #finished: Urb[] = [];
  readonly #onFrameEnd: number;
  #k = 0;
  #isArmed = false;
  #isBusy = false;
  #isAdvanced = false;

  constructor(machine: Machine, assert: () => void) {
    this.#machine = machine;
    this.#frameNs = machine.hcd.irq.moderationNs;
    this.#assert = assert;
    this.#phases = machine.stream('controller', 'phase of completions in the frame');
    this.#onFrameEnd = machine.engine.register(() => this.#endFrame());
  }

  finish(urb: Urb): void {
    const { engine } = this.#machine;
    urb.finishedNs = engine.nowNs;
    this.#finished.push(urb);
    this.#k += 1;
    if (this.#isArmed) return;
    this.#isArmed = true;
    engine.schedule(this.#untilFrameEnd(urb), Order.hardware, this.#onFrameEnd);
  }

  get isEmpty(): boolean {
    return this.#finished.length === 0;
  }

  take(): Urb | null {
    return this.#finished.shift() ?? null;
  }

  /** The controller passes a queue head in much less than a microframe; it says so at the end of this one. */
  advance(): void {
    const { engine } = this.#machine;
    this.#isAdvanced = true;
    if (this.#isArmed) return;
    this.#isArmed = true;
    engine.schedule(this.#frameNs - (engine.nowNs % this.#frameNs), Order.hardware, this.#onFrameEnd);
  }

  takeAdvance(): boolean {
    const isAdvanced = this.#isAdvanced;
    this.#isAdvanced = false;
    return isAdvanced;
  }

  acknowledge(): void {
    this.#isBusy = false;
    if (!this.#isArmed) this.#endFrame();
  }

  #untilFrameEnd(urb: Urb): number {
    if (this.#frameNs === 0) return 0;
    if (!urb.isPeriodic) return Math.floor(this.#phases.phase(this.#k) * this.#frameNs);
    return this.#frameNs - 1 - ((this.#machine.engine.nowNs + this.#frameNs - 1) % this.#frameNs);
  }

  /** The status bit stays set while the handler runs; the handler looks again before it returns. */
  #endFrame(): void {
    this.#isArmed = false;
    if (this.#isBusy || (this.isEmpty && !this.#isAdvanced)) return;
    this.#isBusy = true;
    this.#assert();
  }
}
