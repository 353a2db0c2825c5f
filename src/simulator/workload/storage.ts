import { Order } from '../engine.ts';
import type { Host, Scenario } from '../host.ts';
import type { Machine } from '../machine.ts';
import type { Context, Step, Urb } from '../parts.ts';
import { act, call, cpu, fn, forever, wait, when } from '../program.ts';
import type { Workload } from '../workload.ts';
import { type Completions, phasesOf } from './storage-phases.ts';

type Storage = Extract<Workload, { kind: 'storage' }>;

/**
 * usb-storage: one command at a time, three URBs each, one after the other. Nothing overlaps, so that
 *
 *     T = scsi + device + 3 x (map + submit + lock + doorbell + irq + lock + register accesses + event
 *                              + giveback path + wake + context switch) + bus(CBW, data, CSW) + moderation
 *
 * where map/unmap, irq and so on are the costs of the same name, the register accesses of an xHC's interrupt are one
 * read and two writes, and the giveback path is unmap + giveback, plus one lock when the HCD drops its own around it,
 * plus bhQueue + softirq + tasklet + two locks with HCD_BH. With gaps between commands, thinkNs and a context switch are
 * added to it.
 *
 * A controller that takes no scatter lists gets the data as an URB for each entry of the list, all queued at once.
 * Source: drivers/usb/storage/transport.c and usb.c; drivers/usb/core/message.c, usb_sg_init() and usb_sg_wait().
 */
export function storage(host: Host, workload: Storage): Scenario {
  const { machine, tally } = host;
  const waiter = new Waiter();
  const wake = machine.wake(() => thread);
  const transfers = phasesOf(host, workload, completionsOf(machine, waiter, wake)).flatMap((urbs) => [
    ...urbs.flatMap((urb, index) => [
      index === 0 ? waiter.clear(urb, urbs.length) : next(urb),
      call(host.submit),
    ]),
    call(fn('wait_for_completion', wait(waiter.isSet))),
  ]);
  const control = forever(
    cpu(machine.costs.scsiNs),
    call(fn('usb_stor_Bulk_transport', ...transfers)),
    act(() => tally.progress(workload.transferBytes, 1)),
    ...thinking(host, workload.thinkNs ?? 0, () => thread),
  );
  const thread: Context = machine.kthread(
    'usb-storage',
    machine.applicationCore,
    fn('usb_stor_control_thread', control),
  );
  return { warmUpNs: 0, begin: () => thread.core.wake(thread) };
}

/** The application lets some time pass before its next request. */
function thinking({ machine: { engine } }: Host, thinkNs: number, thread: () => Context): readonly Step[] {
  if (thinkNs === 0) return [];
  let isOver = false;
  const onTime = engine.register(() => {
    isOver = true;
    thread().core.wake(thread());
  });
  const begin = act(() => {
    isOver = false;
    engine.schedule(thinkNs, Order.hardware, onTime);
  });
  return [begin, wait(() => isOver)];
}

/** struct completion, for the URBs that are under way: one, or those of a scatter list. */
class Waiter {
  #left = 0;
  readonly isSet = (): boolean => this.#left === 0;
  readonly set: Step = act(() => {
    this.#left -= 1;
  });

  /** @param urbs  how many are waited for, `urb` the first of them */
  clear(urb: Urb, urbs: number): Step {
    return act((self) => {
      self.urb = urb;
      this.#left = urbs;
    });
  }
}

function next(urb: Urb): Step {
  return act((self) => {
    self.urb = urb;
  });
}

function completionsOf({ costs }: Machine, waiter: Waiter, wake: readonly Step[]): Completions {
  return {
    one: fn('usb_stor_blocking_completion', waiter.set, ...wake),
    entry: fn('sg_complete', cpu(costs.lockNs), waiter.set, when(waiter.isSet, ...wake)),
  };
}
