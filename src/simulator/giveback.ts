import type { Machine } from './machine.ts';
import type { Fn, Step, Urb } from './parts.ts';
import {
  act,
  call,
  cpu,
  cpuOf,
  fn,
  forever,
  invoke,
  irqRestore,
  irqSave,
  lockIrqSave,
  loop,
  take,
  unlock,
  unlockIrqRestore,
  wait,
  when,
} from './program.ts';
import { Tasklet } from './softirq.ts';

/**
 * usb_hcd_giveback_urb() for the URB in `self.urb`: complete() here and now, or, with HCD_BH, later in a softirq.
 * Source: drivers/usb/core/hcd.c; eras in usb-model, section 1.2.
 */
export function givebackOf(machine: Machine): Fn {
  if (machine.hcd.hcdBh) return inSoftirq(machine);
  if (machine.hcd.giveback.context === 'workqueue') return inWorkqueue(machine);
  return fn('usb_hcd_giveback_urb', call(completeOf(machine)));
}

/** __usb_hcd_giveback_urb(): DMA unmapping moves with the completion, whichever context that is. */
function completeOf(machine: Machine): Fn {
  const { costs, hcd, era } = machine;
  // v3.12 deferred the completion but kept interrupts off around it; v4.20 let them on.
  const isIrqsOff = hcd.hcdBh && (era === 'E0' || era === 'E1');
  return fn(
    '__usb_hcd_giveback_urb',
    cpuOf((self) => (self.urb?.isMapped ? costs.unmapNs : 0)),
    cpu(costs.givebackNs),
    ...(isIrqsOff ? [irqSave()] : []),
    act((self) => self.beginCompletion()),
    invoke((self) => self.urb?.complete ?? null),
    act((self) => self.endCompletion(machine.engine.nowNs)),
    ...(isIrqsOff ? [irqRestore()] : []),
  );
}

/** struct giveback_urb_bh: URBs the interrupt handler gave back, and the tasklet that completes them. */
interface BhList {
  readonly head: Urb[];
  readonly queue: readonly Step[];
}

function inSoftirq(machine: Machine): Fn {
  // Each root hub has its lists, which only matters to an xHC: it is the one controller with two.
  const lists = ([2, 3] as const).flatMap((root) => [
    when((self) => isOn(self.urb, root, true), ...bhListOf(machine, 'HI').queue),
    when((self) => isOn(self.urb, root, false), ...bhListOf(machine, 'TASKLET').queue),
  ]);
  return fn('usb_hcd_giveback_urb', cpu(machine.costs.bhQueueNs), ...lists);
}

function isOn(urb: Urb | null, root: 2 | 3, isPeriodic: boolean): boolean {
  return urb !== null && urb.root === root && urb.isPeriodic === isPeriodic;
}

function bhListOf(machine: Machine, vector: 'HI' | 'TASKLET'): BhList {
  const bhLock = machine.lock('bh->lock');
  const head: Urb[] = [];
  let isRunning = false;
  const setRunning = (value: boolean): Step =>
    act(() => {
      isRunning = value;
    });
  const tasklet: Tasklet = new Tasklet(fn('usb_giveback_urb_bh', ...serve()), vector);

  /** Until v5.19 until the list stays empty (exhaustive service); since v6.0 once, then from the top (gated). */
  function serve(): readonly Step[] {
    const local: Urb[] = [];
    const takeAll = act(() => void local.push(...head.splice(0)));
    const giveBackAll = loop(
      () => local.length > 0,
      act((self) => {
        self.urb = local.shift() ?? null;
      }),
      call(completeOf(machine)),
    );
    if (machine.era === 'E3' || machine.era === 'E4') {
      return [
        ...lockIrqSave(bhLock),
        setRunning(true),
        takeAll,
        ...unlockIrqRestore(bhLock),
        giveBackAll,
        ...lockIrqSave(bhLock),
        act((self) => {
          if (head.length > 0) machine.softirqsOf(self.core).schedule(tasklet, self);
        }),
        setRunning(false),
        ...unlockIrqRestore(bhLock),
      ];
    }
    return [
      ...lockIrqSave(bhLock),
      setRunning(true),
      loop(() => head.length > 0, takeAll, ...unlockIrqRestore(bhLock), giveBackAll, ...lockIrqSave(bhLock)),
      setRunning(false),
      ...unlockIrqRestore(bhLock),
    ];
  }

  return {
    head,
    queue: [
      // Taking bh->lock is part of bhQueueNs; on the tasklet's side it is charged by itself.
      take(bhLock),
      act((self) => {
        if (self.urb !== null) head.push(self.urb);
      }),
      unlock(bhLock),
      act((self) => {
        if (!isRunning) machine.softirqsOf(self.core).schedule(tasklet, self);
      }),
    ],
  };
}

/** A driver that gives back from a work item: the interrupt queues and wakes a kworker. */
function inWorkqueue(machine: Machine): Fn {
  const queue: Urb[] = [];
  const kworker = machine.kthread(
    'kworker',
    machine.irqCore,
    fn(
      'worker_thread',
      forever(
        wait(() => queue.length > 0),
        act((self) => {
          self.urb = queue.shift() ?? null;
        }),
        call(completeOf(machine)),
      ),
    ),
  );
  return fn(
    'queue_work',
    cpu(machine.costs.bhQueueNs),
    act((self) => {
      if (self.urb !== null) queue.push(self.urb);
    }),
    ...machine.wake(() => kworker),
  );
}
