import type { Controller } from './controller/controller.ts';
import type { Machine } from './machine.ts';
import type { Fn } from './parts.ts';
import { act, call, cpu, cpuOf, fn } from './program.ts';

/** usb_submit_urb() for the URB in `self.urb`. Source: drivers/usb/core/urb.c and hcd.c */
export function submitOf(machine: Machine, controller: Controller): Fn {
  const { costs } = machine;
  const hcdSubmit = fn(
    'usb_hcd_submit_urb',
    cpuOf((self) => (self.urb?.isMapped ? costs.mapNs : 0)),
    cpu(Math.floor(costs.submitNs / 2)),
    act((self) => {
      if (self.urb === null || self.urb.isPending) throw new Error('an URB is submitted twice');
      self.urb.isPending = true;
      self.urb.tally.submitted += 1;
    }),
    call(controller.enqueue),
  );
  return fn('usb_submit_urb', call(hcdSubmit));
}
