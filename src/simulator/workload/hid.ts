import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import type { Workload } from '../measurement.ts';
import { act, call, fn } from '../program.ts';
import { urbOf } from '../urb.ts';

type Hid = Extract<Workload, { kind: 'hid' }>;

const REPORT_BYTES = 8;

/**
 * usbhid: one interrupt URB, submitted again by its own completion. The device is asked once an interval and always
 * has a report; an interval that finds no URB queued is lost. Source: drivers/hid/usbhid/hid-core.c, hid_irq_in().
 */
export function hid(host: Host, workload: Hid): Scenario {
  const { machine, controller, tally } = host;
  const { engine } = machine;
  const { intervalNs } = workload;
  let lastPoll = 0;

  const urb = urbOf({
    pipe: 'interrupt',
    direction: 'in',
    bytes: REPORT_BYTES,
    complete: fn(
      'hid_irq_in',
      act(() => tally.progress(REPORT_BYTES, 1)),
      call(host.submit),
    ),
    isMapped: false,
    tally,
    start: () => {
      const poll = Math.floor(engine.nowNs / intervalNs) + 1;
      if (lastPoll > 0) tally.lost += poll - lastPoll - 1;
      lastPoll = poll;
      engine.schedule(poll * intervalNs - engine.nowNs, Order.hardware, onPoll);
    },
  });
  const onPoll = engine.register(() => controller.finish(urb));
  return { warmUpNs: intervalNs, begin: submitAll(host, 'usbhid_open', [urb]) };
}
