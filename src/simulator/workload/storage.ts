import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { Host, Scenario } from '../host.ts';
import type { Workload } from '../measurement.ts';
import type { Context, Fn, Step, Urb } from '../parts.ts';
import { act, call, cpu, fn, forever, wait } from '../program.ts';
import { urbOf } from '../urb.ts';
import { deviceTime } from './device-time.ts';

type Storage = Extract<Workload, { kind: 'storage' }>;

/** Bulk-Only Transport: length of the command and the status wrapper. */
const CBW_BYTES = 31;
const CSW_BYTES = 13;

/**
 * usb-storage: one command at a time, three URBs each, one after the other. Nothing overlaps, so that
 *
 *     T = scsi + device + 3 x (map + submit + lock + doorbell + irq + lock + register accesses + event
 *                              + giveback path + wake + context switch) + bus(CBW, data, CSW) + moderation
 *
 * where map/unmap, irq and so on are the costs of the same name, the register accesses of an xHC's interrupt are one
 * read and two writes, and the giveback path is unmap + giveback, plus one lock when the HCD drops its own around it,
 * plus bhQueue + softirq + tasklet + two locks with HCD_BH. With gaps between commands, thinkNs and a context switch are
 * added to it. Source: drivers/usb/storage/transport.c and usb.c.
 */
export function storage(host: Host, workload: Storage): Scenario {
  const { machine, tally } = host;
  const waiter = new Waiter();
  const complete = fn('usb_stor_blocking_completion', waiter.set, ...machine.wake(() => thread));
  const transfers = phasesOf(host, workload, complete).flatMap((urb) => [
    waiter.clear(urb),
    call(host.submit),
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

/** struct completion, for the one URB that is under way. */
class Waiter {
  #isDone = false;
  readonly isSet = (): boolean => this.#isDone;
  readonly set: Step = act(() => {
    this.#isDone = true;
  });

  clear(urb: Urb): Step {
    return act((self) => {
      self.urb = urb;
      this.#isDone = false;
    });
  }
}

/** Command, data, status; the device takes its time over the data. */
function phasesOf({ machine, controller, tally }: Host, workload: Storage, complete: Fn): readonly Urb[] {
  const { engine } = machine;
  const bus = machine.busOf(workload.speed);
  const shape = { pipe: 'bulk', complete, isMapped: true, tally, root: rootOf(workload.speed) } as const;
  const phase = (direction: 'in' | 'out', bytes: number, accessNs: () => number): Urb => {
    const onEnd = engine.register(() => controller.finish(urb));
    const start = (): void => {
      engine.schedule(bus.book(direction, bytes) + accessNs(), Order.hardware, onEnd);
    };
    const urb = urbOf({ ...shape, direction, bytes, start });
    return urb;
  };
  return [
    phase('out', CBW_BYTES, () => 0),
    phase(
      workload.direction === 'read' ? 'in' : 'out',
      workload.transferBytes,
      deviceTime(machine, workload),
    ),
    phase('in', CSW_BYTES, () => 0),
  ];
}
