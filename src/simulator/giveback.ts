import { GivebackBh } from './giveback-bh.ts';
import { queueWorkOn } from './kworker.ts';
import type { Machine } from './machine.ts';
import type { Fn, Urb } from './parts.ts';
import { act, call, cpu, cpuOf, fn, invoke, irqRestore, irqSave, when } from './program.ts';

/**
 * usb_hcd_giveback_urb() for the URB in `self.urb`: complete() here and now, or, with HCD_BH, later in a softirq.
 * Source: drivers/usb/core/hcd.c; eras in usb-model, section 1.2.
 */
export function givebackOf(machine: Machine): Fn {
  const complete = completeOf(machine);
  if (machine.hcd.hcdBh) return inSoftirq(machine, complete);
  if (machine.hcd.giveback.context === 'workqueue') return inWorkqueue(machine, complete);
  return fn('usb_hcd_giveback_urb', call(complete));
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

/** Each root hub has its two lists, which only matters to an xHC: it is the one controller with two root hubs. */
function inSoftirq(machine: Machine, complete: Fn): Fn {
  const lists = ([2, 3] as const).flatMap((root) => [
    when((self) => isOn(self.urb, root, true), ...new GivebackBh(machine, 'HI', complete).queue),
    when((self) => isOn(self.urb, root, false), ...new GivebackBh(machine, 'TASKLET', complete).queue),
  ]);
  return fn('usb_hcd_giveback_urb', cpu(machine.costs.bhQueueNs), ...lists);
}

function isOn(urb: Urb | null, root: 2 | 3, isPeriodic: boolean): boolean {
  return urb !== null && urb.root === root && urb.isPeriodic === isPeriodic;
}

/** A driver that gives back from a work item: the interrupt queues and wakes a kworker. */
function inWorkqueue(machine: Machine, complete: Fn): Fn {
  const queueWork = queueWorkOn(machine, machine.irqCore, [call(complete)]);
  return fn('queue_work', cpu(machine.costs.bhQueueNs), ...queueWork);
}
