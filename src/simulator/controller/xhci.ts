import type { Machine } from '../machine.ts';
import type { Fn } from '../parts.ts';
import { act, call, cpu, cpuOf, fn, loop, when } from '../program.ts';
import type { Controller } from './controller.ts';
import { driverEnqueue, driverGiveback, handlerLock } from './driver.ts';
import { EventRing } from './event-ring.ts';
import { requestIrq } from './irq.ts';

/** xHC with MSI. Source: drivers/usb/host/xhci-ring.c of Linux 6.1, xhci_irq() and what it calls. */
export function xhci(machine: Machine, giveback: Fn): Controller {
  const { costs, hcd } = machine;
  const ring = new EventRing(machine, () => line.raise());
  const locked = handlerLock(machine);
  const finishTd = fn('finish_td', call(fn('xhci_td_cleanup', call(driverGiveback(machine, giveback)))));
  const handleEvent = fn(
    'xhci_handle_event',
    act((self) => {
      self.urb = ring.take();
    }),
    cpuOf((self) => costs.eventTrbNs * ring.eventsOf(self.urb)),
    when((self) => self.urb !== null, call(finishTd)),
  );
  const irq = fn(
    'xhci_irq',
    ...locked.lock,
    cpu(costs.mmioReadNs),
    cpu(costs.mmioWriteNs),
    loop(
      () => !ring.isEmpty,
      call(handleEvent),
      when(
        () => ring.isHalfRead,
        cpu(costs.mmioWriteNs),
        act(() => {
          ring.moveDequeue();
          ring.shortenInterval();
        }),
      ),
    ),
    cpu(costs.mmioWriteNs),
    act(() => ring.acknowledge()),
    ...locked.unlock,
  );
  const isInner = hcd.irq.handler === irq.name;
  const line = requestIrq(machine, [call(isInner ? irq : fn(hcd.irq.handler, call(irq)))]);
  return {
    enqueue: driverEnqueue(machine),
    finish: (urb) => ring.finish(urb),
    packetEnds: machine.isocEventInterval === null ? null : (index) => ring.packetEnds(index),
    line,
  };
}
