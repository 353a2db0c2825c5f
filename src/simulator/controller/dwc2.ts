import type { Machine } from '../machine.ts';
import type { Fn } from '../parts.ts';
import { act, call, cpu, fn, loop, when } from '../program.ts';
import type { Controller } from './controller.ts';
import { driverEnqueue, driverGiveback, handlerLock } from './driver.ts';
import { type Halt, HostChannels } from './host-channels.ts';
import { requestIrq } from './irq.ts';
import { SofClock } from './sof-clock.ts';

/** HCTSIZ, HCDMA and HCCHAR. Source: drivers/usb/dwc2/hcd.c, dwc2_hc_start_transfer() */
const START_WRITES = 3;

/**
 * dwc2 starts every transfer in software, on one of its channels. While anything periodic is queued, each start of a
 * microframe interrupts, and what is submitted waits for one, or for a channel that stops.
 * Source: drivers/usb/dwc2/hcd.c, dwc2_hcd_urb_enqueue(); hcd_intr.c, dwc2_handle_hcd_intr().
 */
export function dwc2(machine: Machine, giveback: Fn): Controller {
  const { costs, engine } = machine;
  const channels = new HostChannels(
    () => line.raise(),
    () => engine.nowNs,
  );
  const sof = new SofClock(machine, () => channels.interrupt());
  const queueTransactions = fn(
    'dwc2_hcd_queue_transactions',
    loop(
      () => channels.isStartable,
      cpu(START_WRITES * costs.mmioWriteNs),
      act(() => channels.start()),
    ),
  );
  const locked = handlerLock(machine);
  const handle = fn(
    'dwc2_handle_hcd_intr',
    ...locked.lock,
    cpu(costs.mmioReadNs),
    cpu(costs.mmioWriteNs),
    when(() => sof.take(), call(fn('dwc2_sof_intr', call(queueTransactions)))),
    ...channelInterrupts(machine, giveback, { channels, queueTransactions }),
    act(() => channels.acknowledge(sof.isDue)),
    ...locked.unlock,
  );
  const line = requestIrq(machine, [call(fn('usb_hcd_irq', call(fn('_dwc2_hcd_irq', call(handle)))))]);
  const enqueue = driverEnqueue(
    machine,
    (urb) => {
      if (urb.isPeriodic) sof.queued();
      channels.queue(urb);
    },
    [when(() => !sof.isOn, call(queueTransactions))],
  );
  return {
    enqueue,
    finish: (urb) => {
      if (urb.isPeriodic) sof.finished();
      channels.finish(urb);
    },
    packetEnds: () => channels.packetEnds(),
    line,
  };
}

interface ChannelParts {
  readonly channels: HostChannels;
  readonly queueTransactions: Fn;
}

/** Every channel that has stopped: what it carried is given back when it is complete, and the channel carries the next. */
function channelInterrupts(machine: Machine, giveback: Fn, { channels, queueTransactions }: ChannelParts) {
  const { costs } = machine;
  let halt: Halt | null = null;
  const transferComplete = fn(
    'dwc2_hc_xfercomp_intr',
    cpu(costs.eventTrbNs),
    when((self) => self.urb !== null, call(driverGiveback(machine, giveback))),
  );
  const release = fn(
    'dwc2_release_channel',
    cpu(costs.mmioReadNs + costs.mmioWriteNs),
    act(() => {
      if (halt !== null) channels.release(halt);
    }),
    call(queueTransactions),
  );
  const one = fn(
    'dwc2_hc_n_intr',
    act((self) => {
      halt = channels.take();
      self.urb = halt?.urb ?? null;
    }),
    call(transferComplete),
    call(release),
  );
  return [
    when(
      () => !channels.isEmpty,
      call(
        fn(
          'dwc2_hc_intr',
          loop(() => !channels.isEmpty, call(one)),
        ),
      ),
    ),
  ];
}
