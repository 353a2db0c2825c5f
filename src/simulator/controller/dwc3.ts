import type { Machine } from '../machine.ts';
import type { Fn, Step, Urb } from '../parts.ts';
import {
  act,
  bhDisable,
  bhEnable,
  call,
  cpu,
  cpuOf,
  fn,
  irqRestore,
  irqSave,
  lock,
  lockIrqSave,
  loop,
  unlock,
  unlockIrqRestore,
  when,
} from '../program.ts';
import type { Controller } from './controller.ts';
import { handlerLock } from './driver.ts';
import { Endpoint, EventBuffer } from './event-buffer.ts';
import { gadgetGivebackRequest } from './gadget-giveback.ts';
import { requestIrqWithThread } from './irq.ts';

/** Registers that Start Transfer writes: three parameters and the command; it then reads until the command is done. */
const START_WRITES = 4;

/**
 * dwc3 as a device controller. The interrupt takes the events and masks; a thread gives the requests back, one event
 * after the other, under dwc->lock, which it drops around complete(). Source: drivers/usb/dwc3/gadget.c of Linux 6.1
 */
export function dwc3(machine: Machine): Controller {
  const { costs } = machine;
  const buffer = new EventBuffer(machine, () => line.raise());
  const endpoints = { in: new Endpoint(), out: new Endpoint() };
  let isFilled = false;
  const check = fn(
    'dwc3_check_event_buf',
    cpu(costs.mmioReadNs),
    act(() => {
      isFilled = buffer.check();
    }),
    when(() => isFilled, cpu(2 * costs.mmioWriteNs)),
  );
  const line = requestIrqWithThread(machine, {
    name: 'dwc3',
    handler: [call(fn(machine.hcd.irq.handler, call(check)))],
    wakes: () => isFilled,
    thread: threadOf(machine, buffer),
  });
  return {
    enqueue: epQueue(machine, endpoints),
    finish: (urb) => {
      urb.finishedNs = machine.engine.nowNs;
      endpoints[urb.direction].transferred(urb);
      if (!urb.isQuiet) buffer.put(endpoints[urb.direction]);
    },
    packetEnds: null,
    line,
  };
}

/** usb_ep_queue() for the request in `self.urb`. */
export function epQueueOf({ enqueue }: Controller): Fn {
  return fn(
    'usb_ep_queue',
    act(({ urb }) => {
      if (urb === null || urb.isPending) throw new Error('a request is queued twice');
      urb.isPending = true;
      urb.tally.submitted += 1;
    }),
    call(enqueue),
  );
}

/** dwc3_thread_interrupt(): nothing interrupts it, and softirqs wait for its end, where those it raised run. */
function threadOf(machine: Machine, buffer: EventBuffer): readonly Step[] {
  const locked = handlerLock(machine);
  const body = [...locked.lock, call(processEventBuf(machine, buffer)), ...locked.unlock];
  const isHard = machine.hcd.irq.type === 'hard';
  return [
    call(
      isHard ? fn('dwc3_process', ...body) : fn('dwc3_thread_interrupt', bhDisable(), ...body, bhEnable()),
    ),
  ];
}

function processEventBuf(machine: Machine, buffer: EventBuffer): Fn {
  const { costs, hcd } = machine;
  let endpoint: Endpoint | null = null;
  const giveBack = giveBackOf(machine);
  const cleanUp = fn(
    'dwc3_gadget_ep_cleanup_completed_requests',
    loop(
      () => endpoint?.hasDone() ?? false,
      act((self) => {
        self.urb = endpoint?.take() ?? null;
      }),
      cpu(costs.eventTrbNs),
      call(giveBack),
    ),
  );
  const entry = fn(
    'dwc3_process_event_entry',
    act(() => {
      endpoint = buffer.next();
      endpoint?.open();
    }),
    call(fn('dwc3_gadget_endpoint_trbs_complete', call(cleanUp))),
  );
  return fn(
    'dwc3_process_event_buf',
    loop(buffer.hasCached, call(entry)),
    // Two more where there is moderation: the handler busy bit, and the counter.
    cpu((hcd.irq.moderationNs > 0 ? 3 : 1) * costs.mmioWriteNs),
    act(() => buffer.unmask()),
  );
}

/** dwc3_gadget_giveback(): complete() is called here and now, and may queue again, which takes the lock. */
function giveBackOf(machine: Machine): Fn {
  const { hcd, hcdLock, costs } = machine;
  const { lockDropped } = hcd.giveback;
  return fn(
    hcd.giveback.function,
    cpuOf((self) => (self.urb?.isMapped ? costs.unmapNs : 0)),
    ...(lockDropped ? [unlock(hcdLock)] : []),
    call(gadgetGivebackRequest(machine)),
    ...(lockDropped ? lock(hcdLock) : []),
  );
}

/** dwc3_gadget_ep_queue(): the TRB is written and the controller told, all under the lock. */
function epQueue(machine: Machine, endpoints: Readonly<Record<Urb['direction'], Endpoint>>): Fn {
  const { hcd, hcdLock, costs } = machine;
  const command = fn(
    'dwc3_send_gadget_ep_cmd',
    cpuOf(({ urb }) => (urb === null ? 0 : commandNs(machine, urb, endpoints[urb.direction]))),
    act(({ urb }) => {
      if (urb === null) return;
      endpoints[urb.direction].isStarted = true;
      urb.start(urb);
    }),
  );
  const kick = fn(
    '__dwc3_gadget_kick_transfer',
    cpuOf(({ urb }) => (urb?.isMapped ? costs.mapNs : 0)),
    cpu(costs.submitNs),
    call(command),
  );
  const body = [call(fn('__dwc3_gadget_ep_queue', call(kick)))];
  if (!hcd.enqueue.takesLock) return fn(hcd.enqueue.function, irqSave(), ...body, irqRestore());
  return fn(hcd.enqueue.function, ...lockIrqSave(hcdLock), ...body, ...unlockIrqRestore(hcdLock));
}

/** At high speed the suspend bits of the PHY are read first. Update Transfer is one write that nobody waits for. */
function commandNs({ costs }: Machine, urb: Urb, { isStarted }: Endpoint): number {
  const phyNs = urb.root === 2 ? costs.mmioReadNs : 0;
  const startNs = START_WRITES * costs.mmioWriteNs + costs.mmioReadNs;
  return phyNs + (isStarted ? costs.mmioWriteNs : startNs);
}
