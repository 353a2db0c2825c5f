import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import { act, call, fn } from '../program.ts';
import { splitInEndNs } from '../split.ts';
import { urbOf } from '../urb.ts';
import type { Workload } from '../workload.ts';

type Hid = Extract<Workload, { kind: 'hid' }>;

const REPORT_BYTES = 8;
/** What a report of 8 bytes takes on the device's own wire. Source: USB 2.0, 5.11.3 without bit stuffing of more */
const REPORT_NS = { full: 14_000, low: 117_000 } as const;

/**
 * usbhid: one interrupt URB, submitted again by its own completion. The device is asked once an interval and always
 * has a report; an interval that finds no URB queued is lost. Behind a high-speed hub the report is there some microframes
 * later, and less is left of the interval. Source: drivers/hid/usbhid/hid-core.c, hid_irq_in().
 */
export function hid(host: Host, workload: Hid): Scenario {
  const { machine, controller, tally } = host;
  const { engine } = machine;
  const { intervalNs } = workload;
  const reportNs = REPORT_NS[workload.isLowSpeed === true ? 'low' : 'full'];
  const splitNs = workload.isBehindHub === true ? splitInEndNs(reportNs, REPORT_BYTES) : 0;
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
      engine.schedule(poll * intervalNs + splitNs - engine.nowNs, Order.hardware, onPoll);
    },
  });
  const onPoll = engine.register(() => controller.finish(urb));
  return { warmUpNs: intervalNs, begin: submitAll(host, 'usbhid_open', [urb]) };
}
