import type { Machine } from '../machine.ts';
import type { Fn, Step, Urb } from '../parts.ts';
import { act, call, cpu, cpuOf, fn, lock, lockIrqSave, unlock, unlockIrqRestore, when } from '../program.ts';
import type { Controller } from './controller.ts';
import { CppiRx } from './cppi.ts';
import { gadgetGivebackRequest } from './gadget-giveback.ts';
import { GadgetRequests } from './gadget-requests.ts';
import { requestIrq } from './irq.ts';
import { LevelInterrupt } from './level-interrupt.ts';

/**
 * MUSB as a device controller, with the DMA engine CPPI of a DaVinci: the engine's interrupts are those of the
 * controller. One request of a direction is under way; the next one is programmed when it has been given back. An OUT
 * request takes as many interrupts as the engine takes descriptors for it.
 * Source: Linux 6.1, drivers/usb/musb/davinci.c, cppi_dma.c and musb_gadget.c
 *
 * @throws RangeError for a machine without the engine: PIO and the other engines are not played
 */
export function musbGadget(machine: Machine): Controller & { readonly fifo: CppiRx } {
  const { cppi, costs, hcdLock } = machine;
  if (cppi === null) throw new RangeError(`${machine.hcd.driver} without CPPI plays no gadget`);
  const interrupts = new LevelInterrupt(() => line.raise());
  const rx = new CppiRx(machine, cppi, () => interrupts.raise());
  const requests = new GadgetRequests();
  const nextRxSegment = nextSegment(machine, 'cppi_next_rx_segment');
  const starts = {
    out: startOf(machine, 'rxstate', [
      call(nextRxSegment),
      cpu(costs.mmioWriteNs),
      act(({ urb }) => {
        urb?.start(urb);
        rx.program();
      }),
    ]),
    in: startOf(machine, 'txstate', [
      call(nextSegment(machine, 'cppi_next_tx_segment')),
      cpu(costs.mmioWriteNs),
      act(({ urb }) => urb?.start(urb)),
    ]),
  };
  const giveBack = giveBackOf(machine);
  const completion = (direction: Urb['direction']): Fn =>
    fn(
      direction === 'out' ? 'musb_g_rx' : 'musb_g_tx',
      cpu(costs.mmioReadNs + 3 * costs.mmioWriteNs),
      act((self) => {
        self.urb = requests.begin(direction, machine.engine.nowNs);
      }),
      call(giveBack),
      act((self) => {
        self.urb = requests.end(direction);
      }),
      when((self) => self.urb !== null, call(starts[direction])),
    );
  let received: ReturnType<CppiRx['takeCompletion']> = null;
  let isSent = false;
  const scanRx = fn('cppi_rx_scan', cpu(costs.eventTrbNs), cpu(2 * costs.mmioReadNs + costs.mmioWriteNs));
  const cppiInterrupt = fn(
    'cppi_interrupt',
    cpu(2 * costs.mmioReadNs),
    act(() => {
      isSent = interrupts.takeSent();
      received = rx.takeCompletion();
    }),
    when(() => isSent, cpu(costs.eventTrbNs + costs.mmioWriteNs), call(completion('in'))),
    when(
      () => received !== null,
      call(scanRx),
      when(
        () => received?.isTransfer === false,
        call(nextRxSegment),
        act(() => rx.program()),
      ),
      when(() => received?.isTransfer === true, call(completion('out'))),
    ),
  );
  const handler = fn(
    machine.hcd.irq.handler,
    ...lockIrqSave(hcdLock),
    call(cppiInterrupt),
    cpu(costs.mmioReadNs + 2 * costs.mmioWriteNs),
    act(() => interrupts.end(rx.hasCompletion)),
    ...unlockIrqRestore(hcdLock),
  );
  const line = requestIrq(machine, [call(handler)]);
  return {
    enqueue: queueOf(machine, requests, starts),
    finish: () => interrupts.sent(),
    packetEnds: null,
    line,
    fifo: rx,
  };
}

/** Half of what submission costs, a descriptor, and the registers of the engine: its head, its count of buffers, its mask. */
function nextSegment({ costs }: Machine, name: string): Fn {
  const halfNs = costs.submitNs - Math.floor(costs.submitNs / 2);
  return fn(name, cpu(halfNs), cpu(3 * costs.mmioReadNs + 3 * costs.mmioWriteNs));
}

/** The request at the head of the list is given to the engine, which begins when it is enabled in the endpoint. */
function startOf({ costs }: Machine, name: string, steps: readonly Step[]): Fn {
  return fn(name, cpu(costs.mmioReadNs), ...steps);
}

/** musb_g_giveback(): drops the lock around the unmapping and complete(). */
function giveBackOf(machine: Machine): Fn {
  const { hcdLock, costs } = machine;
  return fn(
    'musb_g_giveback',
    unlock(hcdLock),
    cpuOf((self) => (self.urb?.isMapped ? costs.unmapNs : 0)),
    call(gadgetGivebackRequest(machine)),
    ...lock(hcdLock),
  );
}

/** musb_gadget_queue() for the request in `self.urb`. */
function queueOf(
  machine: Machine,
  requests: GadgetRequests,
  starts: Readonly<Record<Urb['direction'], Fn>>,
): Fn {
  const { hcdLock, costs } = machine;
  let isFirst = false;
  const first = (direction: Urb['direction']): Step =>
    when(({ urb }) => isFirst && urb?.direction === direction, call(starts[direction]));
  return fn(
    'musb_gadget_queue',
    cpuOf(({ urb }) => (urb?.isMapped ? costs.mapNs : 0)),
    cpu(Math.floor(costs.submitNs / 2)),
    ...lockIrqSave(hcdLock),
    act(({ urb }) => {
      isFirst = urb !== null && requests.add(urb);
    }),
    first('out'),
    first('in'),
    ...unlockIrqRestore(hcdLock),
  );
}
