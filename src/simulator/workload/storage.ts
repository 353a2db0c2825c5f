import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { Host, Scenario } from '../host.ts';
import type { Machine } from '../machine.ts';
import type { Workload } from '../measurement.ts';
import type { Context, Fn, Step, Urb } from '../parts.ts';
import { act, call, cpu, fn, forever, wait, when } from '../program.ts';
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

interface Completions {
  readonly one: Fn;
  /** Of an entry of a scatter list. */
  readonly entry: Fn;
}

function completionsOf({ costs }: Machine, waiter: Waiter, wake: readonly Step[]): Completions {
  return {
    one: fn('usb_stor_blocking_completion', waiter.set, ...wake),
    entry: fn('sg_complete', cpu(costs.lockNs), waiter.set, when(waiter.isSet, ...wake)),
  };
}

type ShapeOf = Pick<Urb, 'direction' | 'bytes' | 'complete'>;

/** Command, data, status; the device takes its time over the data. */
function phasesOf(host: Host, workload: Storage, { one, entry }: Completions): readonly (readonly Urb[])[] {
  const { transferBytes, dataUrbs = 1 } = workload;
  const accessNs = deviceTime(host.machine, workload);
  const direction = workload.direction === 'read' ? 'in' : 'out';
  const whole: ShapeOf = { direction, bytes: transferBytes, complete: one };
  return [
    [transfer(host, workload, { direction: 'out', bytes: CBW_BYTES, complete: one })],
    dataUrbs === 1
      ? [transfer(host, workload, whole, accessNs)]
      : scatterList(host, workload, { ...whole, complete: entry }, accessNs),
    [transfer(host, workload, { direction: 'in', bytes: CSW_BYTES, complete: one })],
  ];
}

function transfer(host: Host, workload: Storage, shape: ShapeOf, accessNs = (): number => 0): Urb {
  const { engine } = host.machine;
  const bus = host.machine.busOf(workload.speed);
  const onEnd = engine.register(() => host.controller.finish(urb));
  const start = (): void => {
    engine.schedule(bus.book(shape.direction, shape.bytes) + accessNs(), Order.hardware, onEnd);
  };
  const urb = bulkUrb(host, workload, { ...shape, start });
  return urb;
}

/** The data in as many URBs; none of it crosses before the device has taken its time. */
function scatterList(host: Host, workload: Storage, whole: ShapeOf, accessNs: () => number): readonly Urb[] {
  const { engine } = host.machine;
  const bus = host.machine.busOf(workload.speed);
  const entryBytes = Math.ceil(whole.bytes / (workload.dataUrbs ?? 1));
  let readyNs = 0;
  return Array.from({ length: Math.ceil(whole.bytes / entryBytes) }, (_, index) => {
    const bytes = Math.min(entryBytes, whole.bytes - index * entryBytes);
    const onEnd = engine.register(() => host.controller.finish(urb));
    const onReady = engine.register(() => {
      engine.schedule(bus.book(whole.direction, bytes), Order.hardware, onEnd);
    });
    const start = (): void => {
      if (index === 0) readyNs = engine.nowNs + accessNs();
      engine.schedule(Math.max(0, readyNs - engine.nowNs), Order.hardware, onReady);
    };
    const urb = bulkUrb(host, workload, { ...whole, bytes, start });
    return urb;
  });
}

function bulkUrb({ tally }: Host, { speed }: Storage, of: ShapeOf & Pick<Urb, 'start'>): Urb {
  return urbOf({ pipe: 'bulk', isMapped: true, tally, root: rootOf(speed), ...of });
}
