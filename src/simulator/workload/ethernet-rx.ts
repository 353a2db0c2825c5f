import { type Bus, rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import { Napi } from '../napi.ts';
import type { Urb } from '../parts.ts';
import { act, call, cpuOf, fn, lockIrqSave, unlockIrqRestore } from '../program.ts';
import { urbOf } from '../urb.ts';
import { type Ethernet, frameNsOf } from './ethernet-wire.ts';

/** Receive memory of the adapter: what may wait while no URB is queued. [expert estimate, RTL8153] */
const FIFO_BYTES = 32_768;
/** Descriptor and padding before each frame in the aggregate. Source: drivers/net/usb/r8152.c, struct rx_desc. */
const DESCRIPTOR_BYTES = 24;

/**
 * r8152 receiving: the adapter packs frames into an URB until it is full or the coalescing time is over; complete()
 * only queues it for NAPI, which hands each frame to the stack and submits the URB again. Frames are lost when all
 * URBs are with the host for longer than the adapter's memory lasts. Source: drivers/net/usb/r8152.c
 */
export function ethernetRx(host: Host, workload: Ethernet): Scenario {
  const { machine, controller, tally } = host;
  const { engine, costs } = machine;
  const speed = workload.speed ?? 'super';
  const rxLock = machine.lock('tp->rx_lock');
  const filled: Urb[] = [];
  const adapter = new Adapter(host, workload, machine.busOf(speed));

  const napi = new Napi(machine, {
    name: 'r8152_poll',
    hasWork: () => filled.length > 0,
    pollOne: [
      ...lockIrqSave(rxLock),
      act((self) => {
        self.urb = filled.shift() ?? null;
      }),
      ...unlockIrqRestore(rxLock),
      call(
        fn(
          'napi_gro_receive',
          cpuOf((self) => (self.urb?.items ?? 0) * (costs.skbNs + costs.rxStackNs)),
        ),
      ),
      act((self) => tally.progress((self.urb?.items ?? 0) * workload.frameBytes, self.urb?.items ?? 0)),
      call(host.submit),
    ],
    packets: (self) => self.urb?.items ?? 0,
  });
  const complete = fn(
    'read_bulk_callback',
    ...lockIrqSave(rxLock),
    act((self) => {
      if (self.urb !== null) filled.push(self.urb);
    }),
    ...unlockIrqRestore(rxLock),
    act((self) => napi.schedule(self)),
  );
  const urbs = Array.from({ length: workload.urbs }, () => {
    const onFull = engine.register(() => adapter.send(urb, onSent));
    const onSent = engine.register(() => controller.finish(urb));
    const urb: Urb = urbOf({
      pipe: 'bulk',
      direction: 'in',
      bytes: workload.urbBytes,
      complete,
      isMapped: true,
      tally,
      root: rootOf(speed),
      start: () => adapter.offer(urb, onFull),
    });
    return urb;
  });
  return { warmUpNs: 2_000_000, begin: submitAll(host, 'rtl8152_open', urbs) };
}

/** The adapter: frames come off the wire at a steady rate and go into the URBs in the order these were queued. */
class Adapter {
  readonly #host: Host;
  readonly #bus: Bus;
  readonly #periodNs: number;
  readonly #framesPerUrb: number;
  readonly #fifoFrames: number;
  readonly #frameBytes: number;
  readonly #coalesceNs: number;
  readonly #waiting: { readonly urb: Urb; readonly onFull: number }[] = [];
  #isFilling = false;
  #nextFrame = 0;

  constructor(host: Host, workload: Ethernet, bus: Bus) {
    const bytesInUrb = workload.frameBytes + DESCRIPTOR_BYTES;
    this.#host = host;
    this.#bus = bus;
    this.#periodNs = frameNsOf(workload);
    this.#framesPerUrb = Math.max(1, Math.floor(workload.urbBytes / bytesInUrb));
    this.#fifoFrames = Math.max(1, Math.floor(FIFO_BYTES / workload.frameBytes));
    this.#frameBytes = bytesInUrb;
    this.#coalesceNs = workload.coalesceNs;
  }

  offer(urb: Urb, onFull: number): void {
    this.#waiting.push({ urb, onFull });
    if (!this.#isFilling) this.#fill();
  }

  /** The URB filling is closed: it goes over the bus, and the next one begins to fill. */
  send(urb: Urb, onSent: number): void {
    const { engine } = this.#host.machine;
    const arrived = Math.floor(engine.nowNs / this.#periodNs) + 1;
    urb.items = Math.max(1, Math.min(this.#framesPerUrb, arrived - this.#nextFrame));
    this.#nextFrame += urb.items;
    engine.schedule(this.#bus.book('in', urb.items * this.#frameBytes), Order.hardware, onSent);
    this.#isFilling = false;
    this.#fill();
  }

  #fill(): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const { engine } = this.#host.machine;
    this.#isFilling = true;
    this.#drop();
    const firstNs = this.#arrivalNs(this.#nextFrame);
    const fullNs = this.#arrivalNs(this.#nextFrame + this.#framesPerUrb - 1);
    const closeNs = Math.max(engine.nowNs, Math.min(fullNs, firstNs + this.#coalesceNs));
    engine.schedule(closeNs - engine.nowNs, Order.hardware, next.onFull);
  }

  /** While no URB was queued, only as many frames as fit the adapter's memory were kept. */
  #drop(): void {
    const { machine, tally } = this.#host;
    const arrived = Math.floor(machine.engine.nowNs / this.#periodNs) + 1;
    const over = arrived - this.#nextFrame - this.#fifoFrames;
    if (over <= 0) return;
    tally.lost += over;
    this.#nextFrame += over;
  }

  #arrivalNs(frame: number): number {
    return Math.ceil(frame * this.#periodNs);
  }
}
