import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import { Fifo } from '../fifo.ts';
import type { Host } from '../host.ts';
import type { Fn, Urb } from '../parts.ts';
import { urbOf } from '../urb.ts';
import type { Workload } from '../workload.ts';
import { AdapterMemory } from './adapter-memory.ts';
import { wireNsOf } from './ethernet-wire.ts';
import type { TransmitQueue } from './transmit-queue.ts';

type UsbnetTx = Extract<Workload, { kind: 'usbnet-tx' }>;

/**
 * usb_alloc_urb() and usb_free_urb() of a sender, an URB for each frame under way, and the adapter that takes them. It takes
 * them in the order they were started, so that none of hundreds needs a handler of its own.
 */
export class UsbnetUrbs {
  readonly #of: Parameters<typeof urbOf>[0];
  readonly #free: Urb[] = [];
  readonly #underWay = new Fifo<Urb>();

  constructor(
    host: Host,
    workload: UsbnetTx,
    { queue, complete }: { readonly queue: TransmitQueue; readonly complete: Fn },
  ) {
    this.#of = {
      pipe: 'bulk',
      direction: 'out',
      isMapped: true,
      complete,
      tally: host.tally,
      bytes: workload.frameBytes,
      root: rootOf(workload.speed),
      start: this.#adapterOf(host, workload, queue),
    };
  }

  alloc(): Urb {
    return this.#free.pop() ?? urbOf(this.#of);
  }

  free(urb: Urb): void {
    this.#free.push(urb);
  }

  /** @returns what takes the next URB; the probes that the queue times by it end with its last bit on the wire */
  #adapterOf({ machine, controller, tally }: Host, workload: UsbnetTx, queue: TransmitQueue): Urb['start'] {
    const { engine } = machine;
    const { frameBytes, probeBytes, speed } = workload;
    const wireNs = wireNsOf(workload);
    const lighterNs = Math.floor(wireNs - wireNsOf({ ...workload, frameBytes: probeBytes }));
    const adapter = new AdapterMemory(engine, machine.busOf(speed), { ...workload, wireNs });
    const onLeft = engine.register(() => tally.progress(frameBytes, 1));
    const onTaken = engine.register(() => {
      const urb = this.#underWay.shift();
      if (urb !== null) controller.finish(urb);
    });
    return (urb) => {
      this.#underWay.push(urb);
      adapter.take();
      const { takenNs, leftNs } = adapter;
      for (const probeNs of queue.probesNs) tally.probesNs.push(leftNs - lighterNs - probeNs);
      engine.schedule(takenNs - engine.nowNs, Order.hardware, onTaken);
      engine.schedule(leftNs - engine.nowNs, Order.hardware, onLeft);
    };
  }
}
