import type { Machine } from '../machine.ts';
import type { Fn, Step, Urb } from '../parts.ts';
import { act, call, cpu, fn, loop } from '../program.ts';
import { AtOnce } from './at-once.ts';
import type { Controller } from './controller.ts';
import { driverEnqueue, driverGiveback, handlerLock } from './driver.ts';
import { ehciAsync } from './ehci-async.ts';
import { requestIrq } from './irq.ts';
import { Threshold } from './threshold.ts';

/** The functions between the interrupt and the giveback, by what they do. */
interface Path {
  /** From the generic interrupt layer down to the one that takes the HCD's lock, which is the last. */
  readonly toLock: readonly string[];
  /** From there to the one that looks at one transfer, which is the last. */
  readonly toTransfer: readonly string[];
}

/** Source: Linux 6.1, drivers/usb/host. */
const PATHS: Readonly<Record<string, Path>> = {
  ehci: { toLock: ['usb_hcd_irq', 'ehci_irq'], toTransfer: ['ehci_work', 'scan_async', 'qh_completions'] },
  ohci: {
    toLock: ['usb_hcd_irq', 'ohci_irq'],
    toTransfer: ['ohci_work', 'process_done_list', 'takeback_td'],
  },
  uhci: { toLock: ['usb_hcd_irq', 'uhci_irq'], toTransfer: ['uhci_scan_schedule', 'uhci_scan_qh'] },
};

/**
 * Drivers whose handler reads and acknowledges the status, then looks through its transfers for finished ones: EHCI,
 * OHCI, UHCI (interrupts at the end of a frame), and any driver that is not known more closely (at once).
 */
export function scanning(machine: Machine, giveback: Fn): Controller {
  const { costs, hcd } = machine;
  const assert = (): void => line.raise();
  const finished = hcd.irq.moderationNs > 0 ? new Threshold(machine, assert) : new AtOnce(machine, assert);
  const async = hcd.driver === 'ehci' ? ehciAsync(machine, finished) : null;
  const locked = handlerLock(machine);
  const path = PATHS[hcd.driver] ?? { toLock: ['usb_hcd_irq', hcd.irq.handler], toTransfer: [] };
  const giveBackOne = nested(path.toTransfer.slice(-1), [
    act((self) => {
      self.urb = finished.take();
      if (self.urb !== null) async?.schedule.taken(self.urb);
    }),
    cpu(costs.eventTrbNs),
    call(driverGiveback(machine, giveback)),
  ]);
  const irq = nested(path.toLock, [
    ...locked.lock,
    cpu(costs.mmioReadNs),
    cpu(costs.mmioWriteNs),
    ...(async?.onAdvance ?? []),
    ...nested(path.toTransfer.slice(0, -1), [
      loop(() => !finished.isEmpty, ...giveBackOne),
      ...(async === null ? [] : [async.afterScan]),
    ]),
    act(() => finished.acknowledge()),
    ...locked.unlock,
  ]);
  const line = requestIrq(machine, irq);
  const start = (urb: Urb): void => {
    if (async === null) urb.start(urb);
    else async.schedule.submit(urb);
  };
  const finish = (urb: Urb): void => finished.finish(urb);
  const enqueue = driverEnqueue(machine, start, async?.afterSubmit);
  const controller = { enqueue, finish, packetEnds: null, line };
  return async === null ? controller : { ...controller, asyncSchedule: async.schedule };
}

/** Steps inside of functions that do nothing else, outermost first. */
function nested(names: readonly string[], steps: readonly Step[]): readonly Step[] {
  let inner = steps;
  for (const name of names.toReversed()) inner = [call(fn(name, ...inner))];
  return inner;
}
