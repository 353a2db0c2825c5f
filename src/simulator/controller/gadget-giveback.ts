import type { Machine } from '../machine.ts';
import type { Fn } from '../parts.ts';
import { act, cpu, fn, invoke } from '../program.ts';

/** complete() of a gadget's request is called here and now. Source: drivers/usb/gadget/udc/core.c */
export function gadgetGivebackRequest({ costs, engine }: Machine): Fn {
  return fn(
    'usb_gadget_giveback_request',
    cpu(costs.givebackNs),
    act((self) => self.beginCompletion()),
    invoke((self) => self.urb?.complete ?? null),
    act((self) => self.endCompletion(engine.nowNs)),
  );
}
