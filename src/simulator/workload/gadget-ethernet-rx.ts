import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { GadgetEthernet } from '../gadget-workload.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import { Napi } from '../napi.ts';
import type { Fn, Urb } from '../parts.ts';
import { act, call, cpu, cpuOf, fn, lockIrqSave, unlockIrqRestore } from '../program.ts';
import { urbOf } from '../urb.ts';
import { etherRequests } from './gadget-functions.ts';
import { PacketSender } from './packet-sender.ts';

/** Frames that wait in the host's queue. Source: net/ethernet/eth.c, DEFAULT_TX_QUEUE_LEN */
const HOST_QUEUE_FRAMES = 1000;
/** Frames that wait for the stack. Source: net/core/dev.c, netdev_max_backlog */
const BACKLOG_FRAMES = 1000;
const WARM_UP_NS = 1_000_000;

/**
 * u_ether receiving: each request is one transfer of the host; its complete() hands the frames to the backlog of the
 * core and queues the request again with a new buffer. USB holds the host back when no request is queued, so that frames
 * are lost in its queue and nowhere else. With N requests of B bytes nothing is held back at rate R while the time from
 * the end of a transfer to the request queued again is (N - 1) * B / R or less.
 * Source: drivers/usb/gadget/function/u_ether.c of Linux 6.1, rx_complete() and rx_submit()
 */
export function gadgetEthernetRx(host: Host, workload: GadgetEthernet): Scenario {
  const { machine, tally } = host;
  const { costs } = machine;
  const devLock = machine.lock('dev->lock');
  const framesLock = machine.lock('rx_frames.lock');
  const sender = senderOf(host, workload);
  let backlog = 0;
  const napi = new Napi(machine, {
    name: 'process_backlog',
    hasWork: () => backlog > 0,
    pollOne: [
      cpu(costs.rxStackNs),
      act(() => {
        backlog -= 1;
        tally.progress(workload.frameBytes, 1);
      }),
      ...sender.afterFrame,
    ],
    packets: () => 1,
  });
  const netifRx = fn(
    'netif_rx',
    act((self) => {
      const frames = self.urb?.items ?? 0;
      const taken = Math.min(frames, BACKLOG_FRAMES - backlog);
      backlog += taken;
      tally.lost += frames - taken;
      napi.schedule(self);
    }),
  );
  const rxSubmit = fn(
    'rx_submit',
    ...lockIrqSave(devLock),
    ...unlockIrqRestore(devLock),
    cpu(costs.skbNs),
    call(host.submit),
  );
  const unwrapNs = workload.framesPerRequest > 1 ? costs.skbNs + machine.copyNs(workload.frameBytes) : 0;
  const complete = fn(
    'rx_complete',
    ...lockIrqSave(framesLock),
    ...unlockIrqRestore(framesLock),
    cpuOf((self) => (self.urb?.items ?? 0) * (unwrapNs + 2 * costs.lockNs)),
    call(netifRx),
    call(rxSubmit),
  );
  const requests = requestsOf(host, workload, { complete, sender });
  return { warmUpNs: WARM_UP_NS, begin: submitAll(host, 'eth_open', requests) };
}

/** A controller with a FIFO takes packets, any other one whole transfers. */
function senderOf(host: Host, workload: GadgetEthernet): Sender | PacketSender {
  const { fifo } = host.controller;
  if (fifo !== undefined) return new PacketSender(host, workload, fifo);
  if (workload.tcp !== undefined) throw new RangeError('TCP is played on a controller with a FIFO');
  return new Sender(host, workload);
}

function requestsOf(
  host: Host,
  workload: GadgetEthernet,
  { complete, sender }: { readonly complete: Fn; readonly sender: Sender | PacketSender },
): readonly Urb[] {
  const { machine, tally } = host;
  const shape = { pipe: 'bulk', direction: 'out', isMapped: true, complete, tally } as const;
  const bytes = workload.frameBytes * workload.framesPerRequest;
  return Array.from({ length: etherRequests(machine) }, () =>
    urbOf({ ...shape, bytes, root: rootOf(workload.speed), start: (urb) => sender.offer(urb) }),
  );
}

/** The host: frames come at a steady rate, wait while no request is queued, and cross in the order they came. */
class Sender {
  readonly afterFrame = [];
  readonly #host: Host;
  readonly #workload: GadgetEthernet;
  readonly #periodNs: number;
  readonly #onReady: number;
  readonly #onEnd: number;
  readonly #waiting: Urb[] = [];
  #current: Urb | null = null;
  #nextFrame = 0;

  constructor(host: Host, workload: GadgetEthernet) {
    const { engine } = host.machine;
    const bus = host.machine.busOf(workload.speed);
    this.#host = host;
    this.#workload = workload;
    this.#periodNs = 1e9 / workload.offeredFramesPerSec;
    this.#onReady = engine.register(() => {
      const bytes = workload.frameBytes * workload.framesPerRequest;
      engine.schedule(bus.book('out', bytes), Order.hardware, this.#onEnd);
    });
    this.#onEnd = engine.register(() => this.#ended());
  }

  offer(urb: Urb): void {
    this.#waiting.push(urb);
    this.#goOn();
  }

  #goOn(): void {
    if (this.#current !== null) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const { engine } = this.#host.machine;
    const { framesPerRequest } = this.#workload;
    this.#current = next;
    this.#drop();
    const lastNs = Math.ceil((this.#nextFrame + framesPerRequest - 1) * this.#periodNs);
    next.items = framesPerRequest;
    this.#nextFrame += framesPerRequest;
    engine.schedule(Math.max(0, lastNs - engine.nowNs), Order.hardware, this.#onReady);
  }

  /** While it was held back, no more than its queue was kept. */
  #drop(): void {
    const { machine, tally } = this.#host;
    const arrived = Math.floor(machine.engine.nowNs / this.#periodNs) + 1;
    const over = arrived - this.#nextFrame - HOST_QUEUE_FRAMES;
    if (over <= 0) return;
    tally.lost += over;
    this.#nextFrame += over;
  }

  #ended(): void {
    const urb = this.#current;
    this.#current = null;
    if (urb !== null) this.#host.controller.finish(urb);
    this.#goOn();
  }
}
