import type { Machine } from '../machine.ts';
import type { Fn, Step, Urb } from '../parts.ts';
import {
  act,
  call,
  cpu,
  fn,
  irqRestore,
  irqSave,
  lock,
  lockIrqSave,
  unlock,
  unlockIrqRestore,
} from '../program.ts';

/** Steps that take the HCD's lock in its interrupt handler, and let it go: a thread has to turn interrupts off. */
export function handlerLock(machine: Machine): {
  readonly lock: readonly Step[];
  readonly unlock: readonly Step[];
} {
  const { hcdLock, hcd } = machine;
  if (hcd.irq.type === 'hard') return { lock: lock(hcdLock), unlock: [unlock(hcdLock)] };
  return { lock: lockIrqSave(hcdLock), unlock: unlockIrqRestore(hcdLock) };
}

/**
 * The driver's own giveback function: it drops its lock around usb_hcd_giveback_urb(), or keeps it. A driver that
 * calls it after it has let the lock go for good costs the same as one that drops it.
 */
export function driverGiveback(machine: Machine, giveback: Fn): Fn {
  const { hcd, hcdLock } = machine;
  const isDropped = hcd.giveback.lockDropped || (!hcd.giveback.lockHeld && !hcd.hcdBh);
  if (!isDropped) return fn(hcd.giveback.function, call(giveback));
  return fn(hcd.giveback.function, unlock(hcdLock), call(giveback), ...lock(hcdLock));
}

/** <hcd>_urb_enqueue(): half of what submission costs, under the lock, and the doorbell. @param after  what follows it */
export function driverEnqueue(
  machine: Machine,
  start = (urb: Urb): void => urb.start(urb),
  after: readonly Step[] = [],
): Fn {
  const { hcd, hcdLock, costs } = machine;
  const body: readonly Step[] = [
    cpu(costs.submitNs - Math.floor(costs.submitNs / 2)),
    cpu(costs.mmioWriteNs),
    act((self) => {
      if (self.urb !== null) start(self.urb);
    }),
    ...after,
  ];
  if (!hcd.enqueue.takesLock) return fn(hcd.enqueue.function, irqSave(), ...body, irqRestore());
  return fn(hcd.enqueue.function, ...lockIrqSave(hcdLock), ...body, ...unlockIrqRestore(hcdLock));
}
