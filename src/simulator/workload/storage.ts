import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { Host, Scenario } from '../host.ts';
import type { Workload } from '../measurement.ts';
import type { Fn, Step, Urb } from '../parts.ts';
import { act, call, cpu, fn, forever, wait } from '../program.ts';
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
 * plus bhQueue + softirq + tasklet + two locks with HCD_BH. Source: drivers/usb/storage/transport.c and usb.c.
 */
export function storage(host: Host, workload: Storage): Scenario {
  const { machine, tally } = host;
  const { engine, costs } = machine;
  const bus = machine.busOf(workload.speed);
  let isDone = false;

  const complete = fn(
    'usb_stor_blocking_completion',
    act(() => {
      isDone = true;
    }),
    ...machine.wake(() => thread),
  );
  const wireOf = (direction: 'in' | 'out', bytes: number, deviceNs: () => number): Urb => {
    const onEnd = engine.register(() => host.controller.finish(urb));
    const urb: Urb = urbOf({
      pipe: 'bulk',
      direction,
      bytes,
      complete,
      isMapped: true,
      tally,
      root: rootOf(workload.speed),
      start: () => engine.schedule(bus.book(direction, bytes) + deviceNs(), Order.hardware, onEnd),
    });
    return urb;
  };
  const noAccess = (): number => 0;
  const dataDirection = workload.direction === 'read' ? 'in' : 'out';
  const phases = [
    wireOf('out', CBW_BYTES, noAccess),
    wireOf(dataDirection, workload.transferBytes, deviceTime(machine, workload)),
    wireOf('in', CSW_BYTES, noAccess),
  ];

  const transfer = (urb: Urb): readonly Step[] => [
    act((self) => {
      self.urb = urb;
      isDone = false;
    }),
    call(host.submit),
    call(
      fn(
        'wait_for_completion',
        wait(() => isDone),
      ),
    ),
  ];
  const control: Fn = fn(
    'usb_stor_control_thread',
    forever(
      cpu(costs.scsiNs),
      call(fn('usb_stor_Bulk_transport', ...phases.flatMap(transfer))),
      act(() => tally.progress(workload.transferBytes, 1)),
    ),
  );
  const thread = machine.kthread('usb-storage', machine.applicationCore, control);
  return { warmUpNs: 0, begin: () => thread.core.wake(thread) };
}
