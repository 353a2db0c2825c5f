import type { Machine } from '../machine.ts';
import type { Fn, Urb } from '../parts.ts';
import { act, call, cpu, fn, loop, when } from '../program.ts';
import { AtOnce } from './at-once.ts';
import type { Controller } from './controller.ts';
import { driverEnqueue, driverGiveback, handlerLock } from './driver.ts';
import { requestIrq } from './irq.ts';

/**
 * MUSB starts every transfer in software, one at a time on each endpoint, and gives a finished URB back before it
 * starts the next one: the time complete() takes is time the endpoint stands still.
 * Source: drivers/usb/musb/musb_host.c, musb_advance_schedule().
 */
export function musb(machine: Machine, giveback: Fn): Controller {
  const { costs, hcd } = machine;
  const finished = new AtOnce(machine, () => line.raise());
  const endpoints = new Endpoints();
  const locked = handlerLock(machine);
  const advance = fn(
    'musb_advance_schedule',
    call(driverGiveback(machine, giveback)),
    // What was given back may have been submitted again by now: it waits with the others, and is not started by itself.
    when(
      (self) => endpoints.mayStart(self.urb),
      call(
        fn(
          'musb_start_urb',
          cpu(costs.mmioWriteNs),
          act((self) => endpoints.startNext(self.urb)),
        ),
      ),
    ),
  );
  const hostRx = fn(
    'musb_host_rx',
    act((self) => {
      self.urb = finished.take();
    }),
    cpu(costs.eventTrbNs),
    call(advance),
  );
  const isr = fn(
    hcd.irq.handler,
    ...locked.lock,
    cpu(costs.mmioReadNs),
    call(
      fn(
        'musb_interrupt',
        loop(() => !finished.isEmpty, call(hostRx)),
      ),
    ),
    act(() => finished.acknowledge()),
    ...locked.unlock,
  );
  const line = requestIrq(machine, [call(isr)]);
  return {
    enqueue: driverEnqueue(machine, (urb) => endpoints.queue(urb)),
    finish: (urb) => finished.finish(urb),
    packetEnds: null,
    line,
  };
}

/** Per endpoint: the URBs that wait for the one being transferred or given back. */
class Endpoints {
  readonly #waiting = new Map<string, Urb[]>();
  readonly #busy = new Set<string>();

  queue(urb: Urb): void {
    const endpoint = endpointOf(urb);
    if (this.#busy.has(endpoint)) {
      this.#waitingAt(endpoint).push(urb);
      return;
    }
    this.#busy.add(endpoint);
    urb.start(urb);
  }

  /** The URB was given back: whether another one waits; if none does, the endpoint is free. */
  mayStart(urb: Urb | null): boolean {
    if (urb === null) return false;
    const endpoint = endpointOf(urb);
    if (this.#waitingAt(endpoint).length > 0) return true;
    this.#busy.delete(endpoint);
    return false;
  }

  startNext(urb: Urb | null): void {
    const next = urb === null ? undefined : this.#waitingAt(endpointOf(urb)).shift();
    next?.start(next);
  }

  #waitingAt(endpoint: string): Urb[] {
    const waiting = this.#waiting.get(endpoint) ?? [];
    this.#waiting.set(endpoint, waiting);
    return waiting;
  }
}

function endpointOf(urb: Urb): string {
  return `${urb.pipe} ${urb.direction}`;
}
