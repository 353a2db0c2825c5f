import { type Bus, rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import { Napi } from '../napi.ts';
import type { Context, Fn, Step, Urb } from '../parts.ts';
import { act, call, cpuOf, fn, lockIrqSave, unlockIrqRestore } from '../program.ts';
import { urbOf } from '../urb.ts';
import { UrbList } from '../urb-list.ts';
import { type Ethernet, frameNsOf } from './ethernet-wire.ts';

/** Receive memory of the adapter: what may wait while no URB is queued. [expert estimate, RTL8153] */
const FIFO_BYTES = 32_768;
/** Descriptor and padding before each frame in the aggregate. Source: drivers/net/usb/r8152.c, struct rx_desc. */
const DESCRIPTOR_BYTES = 24;
const WARM_UP_NS = 2_000_000;

/**
 * r8152 receiving: the adapter packs frames into an URB until it is full or the coalescing time is over; complete()
 * only queues it for NAPI, which hands each frame to the stack and submits the URB again. Frames are lost when all
 * URBs are with the host for longer than the adapter's memory lasts. Source: drivers/net/usb/r8152.c
 */
export function ethernetRx(host: Host, workload: Ethernet): Scenario {
  const { machine } = host;
  const rxLock = machine.lock('tp->rx_lock');
  const filled = new UrbList();
  const napi = new Napi(machine, {
    name: 'r8152_poll',
    hasWork: filled.isFilled,
    pollOne: [
      ...lockIrqSave(rxLock),
      filled.take,
      ...unlockIrqRestore(rxLock),
      ...receive(host, workload),
      call(host.submit),
    ],
    packets: framesIn,
  });
  const complete = fn(
    'read_bulk_callback',
    ...lockIrqSave(rxLock),
    filled.add,
    ...unlockIrqRestore(rxLock),
    act((self) => napi.schedule(self)),
  );
  return { warmUpNs: WARM_UP_NS, begin: submitAll(host, 'rtl8152_open', urbsOf(host, workload, complete)) };
}

function framesIn({ urb }: Context): number {
  return urb?.items ?? 0;
}

/** Each frame of the URB goes up the stack. */
function receive({ machine, tally }: Host, workload: Ethernet): readonly Step[] {
  const frameNs = machine.costs.skbNs + machine.costs.rxStackNs;
  const receiveAll = fn(
    'napi_gro_receive',
    cpuOf((self) => framesIn(self) * frameNs),
  );
  return [
    call(receiveAll),
    act((self) => tally.progress(framesIn(self) * workload.frameBytes, framesIn(self))),
  ];
}

function urbsOf(host: Host, workload: Ethernet, complete: Fn): readonly Urb[] {
  const { machine, controller, tally } = host;
  const speed = workload.speed ?? 'super';
  const adapter = new Adapter(host, workload, machine.busOf(speed));
  const shape = { pipe: 'bulk', direction: 'in', bytes: workload.urbBytes, isMapped: true } as const;
  return Array.from({ length: workload.urbs }, () => {
    const onFull = machine.engine.register(() => adapter.send(urb, onSent));
    const onSent = machine.engine.register(() => controller.finish(urb));
    const start = (): void => adapter.offer(urb, onFull);
    const urb = urbOf({ ...shape, complete, tally, root: rootOf(speed), start });
    return urb;
  });
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
