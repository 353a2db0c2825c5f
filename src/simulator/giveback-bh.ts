import type { Machine } from './machine.ts';
import type { Fn, Lock, Step } from './parts.ts';
import { act, call, fn, lockIrqSave, loop, take, unlock, unlockIrqRestore } from './program.ts';
import { Tasklet } from './softirq.ts';
import { UrbList } from './urb-list.ts';

/**
 * struct giveback_urb_bh: URBs that interrupt handlers gave back, and the tasklet that completes them.
 * Source: drivers/usb/core/hcd.c, usb_hcd_giveback_urb() and usb_giveback_urb_bh()
 */
export class GivebackBh {
  readonly #machine: Machine;
  readonly #lock: Lock;
  readonly #head = new UrbList();
  readonly #local = new UrbList();
  readonly #tasklet: Tasklet;
  #isRunning = false;

  constructor(machine: Machine, vector: 'HI' | 'TASKLET', complete: Fn) {
    const isGated = machine.era === 'E3' || machine.era === 'E4';
    this.#machine = machine;
    this.#lock = machine.lock('bh->lock');
    const steps = isGated ? this.#serveOnce(complete) : this.#serveAll(complete);
    this.#tasklet = new Tasklet(fn('usb_giveback_urb_bh', ...steps), vector);
  }

  /** On the interrupt's side, where taking the lock is part of bhQueueNs. */
  get queue(): readonly Step[] {
    return [
      take(this.#lock),
      this.#head.add,
      unlock(this.#lock),
      act((self) => {
        if (!this.#isRunning) this.#machine.softirqsOf(self.core).schedule(this.#tasklet, self);
      }),
    ];
  }

  /** Since v6.0: the list as it is, once; what came meanwhile waits for the next turn (gated service). */
  #serveOnce(complete: Fn): readonly Step[] {
    return [
      ...lockIrqSave(this.#lock),
      this.#setRunning(true),
      this.#takeAll,
      ...unlockIrqRestore(this.#lock),
      this.#completeAll(complete),
      ...lockIrqSave(this.#lock),
      act((self) => {
        if (this.#head.isFilled()) this.#machine.softirqsOf(self.core).schedule(this.#tasklet, self);
      }),
      this.#setRunning(false),
      ...unlockIrqRestore(this.#lock),
    ];
  }

  /** Until v5.19: again and again, until the list stays empty (exhaustive service). */
  #serveAll(complete: Fn): readonly Step[] {
    return [
      ...lockIrqSave(this.#lock),
      this.#setRunning(true),
      loop(
        this.#head.isFilled,
        this.#takeAll,
        ...unlockIrqRestore(this.#lock),
        this.#completeAll(complete),
        ...lockIrqSave(this.#lock),
      ),
      this.#setRunning(false),
      ...unlockIrqRestore(this.#lock),
    ];
  }

  readonly #takeAll: Step = act(() => this.#head.moveTo(this.#local));

  #completeAll(complete: Fn): Step {
    return loop(this.#local.isFilled, this.#local.take, call(complete));
  }

  #setRunning(value: boolean): Step {
    return act(() => {
      this.#isRunning = value;
    });
  }
}
