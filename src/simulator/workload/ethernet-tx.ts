import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { Host, Scenario } from '../host.ts';
import type { Context, Fn, Step, Urb } from '../parts.ts';
import { act, call, cpuOf, fn, lockIrqSave, loop, unlockIrqRestore } from '../program.ts';
import { Tasklet } from '../softirq.ts';
import { urbOf } from '../urb.ts';
import { UrbList } from '../urb-list.ts';
import { type Ethernet, wireNsOf } from './ethernet-wire.ts';
import { pacedSender } from './paced-sender.ts';

/** Descriptor before each frame in the aggregate. Source: drivers/net/usb/r8152.c, struct tx_desc. */
const DESCRIPTOR_BYTES = 8;
const WARM_UP_NS = 2_000_000;

/**
 * r8152 sending: a sender on another core queues frames at the rate offered; a tasklet packs what is queued into a
 * free URB and submits it; the adapter takes an URB when the one before is on its way out of the wire. The queue holds
 * one URB's worth, then the sender waits. Source: drivers/net/usb/r8152.c
 */
export function ethernetTx(host: Host, workload: Ethernet): Scenario {
  const { machine, tally } = host;
  const txLock = machine.lock('tp->tx_lock');
  const queueLock = machine.lock('tp->tx_queue.lock');
  const free = new UrbList();
  const queue = new FrameQueue(workload);

  const scheduleBottomHalf = act((self) => {
    if (queue.isFilled && free.isFilled()) machine.softirqsOf(self.core).schedule(bottomHalf, self);
  });
  const fill: readonly Step[] = [
    ...lockIrqSave(txLock),
    free.take,
    ...unlockIrqRestore(txLock),
    ...lockIrqSave(queueLock),
    act((self) => queue.pack(self.urb)),
    ...unlockIrqRestore(queueLock),
    copyFrames(host, workload),
    act(() => {
      if (queue.letGoOn()) sender.core.wake(sender);
    }),
    call(host.submit),
  ];
  const bottomHalf: Tasklet = new Tasklet(
    fn(
      'bottom_half',
      loop(() => queue.isFilled && free.isFilled(), ...fill),
    ),
    'TASKLET',
  );
  const complete = fn(
    'write_bulk_callback',
    ...lockIrqSave(txLock),
    free.add,
    ...unlockIrqRestore(txLock),
    act(({ urb }) => tally.progress((urb?.items ?? 0) * workload.frameBytes, urb?.items ?? 0)),
    scheduleBottomHalf,
  );
  free.fill(urbsOf(host, workload, complete));
  const xmit = fn(
    'rtl8152_start_xmit',
    ...lockIrqSave(queueLock),
    act(() => queue.add()),
    ...unlockIrqRestore(queueLock),
    scheduleBottomHalf,
  );
  const sender: Context = pacedSender(machine, {
    names: ['kpktgend', 'pktgen_thread_worker'],
    offeredFramesPerSec: workload.offeredFramesPerSec,
    mayQueue: () => !queue.isStopped,
    xmit: [call(xmit)],
  });
  return { warmUpNs: WARM_UP_NS, begin: () => sender.core.wake(sender) };
}

/** Frames the driver holds: no more than fit an URB, then the sender is stopped. */
class FrameQueue {
  readonly #framesMax: number;
  #frames = 0;
  isStopped = false;

  constructor({ urbBytes, frameBytes }: Ethernet) {
    this.#framesMax = Math.max(1, Math.floor(urbBytes / (frameBytes + DESCRIPTOR_BYTES)));
  }

  get isFilled(): boolean {
    return this.#frames > 0;
  }

  /** netif_stop_queue() when that was the last that fits. */
  add(): void {
    this.#frames += 1;
    this.isStopped = this.#frames >= this.#framesMax;
  }

  pack(urb: Urb | null): void {
    if (urb === null) return;
    urb.items = Math.min(this.#frames, this.#framesMax);
    this.#frames -= urb.items;
  }

  /** netif_wake_queue() @returns whether the sender was stopped */
  letGoOn(): boolean {
    const wasStopped = this.isStopped && this.#frames < this.#framesMax;
    if (wasStopped) this.isStopped = false;
    return wasStopped;
  }
}

/** r8152_tx_agg_fill(): every frame is copied into the aggregate. */
function copyFrames({ machine }: Host, workload: Ethernet): Step {
  const frameNs = Math.round((workload.frameBytes * 1e9) / machine.costs.copyCachedBytesPerSec);
  const fillOf = fn(
    'r8152_tx_agg_fill',
    cpuOf((self) => (self.urb?.items ?? 0) * frameNs),
  );
  return call(fillOf);
}

/** URBs to the adapter: each is taken off the bus, and done when its first frame can go out. */
function urbsOf(host: Host, workload: Ethernet, complete: Fn): readonly Urb[] {
  const { machine, controller, tally } = host;
  const { engine } = machine;
  const speed = workload.speed ?? 'super';
  const bus = machine.busOf(speed);
  const wireNs = wireNsOf(workload);
  let wireFreeNs = 0;
  return Array.from({ length: workload.urbs }, () => {
    const onTaken = engine.register(() => controller.finish(urb));
    const urb: Urb = urbOf({
      pipe: 'bulk',
      direction: 'out',
      bytes: workload.urbBytes,
      complete,
      isMapped: true,
      tally,
      root: rootOf(speed),
      start: () => {
        const bytes = urb.items * (workload.frameBytes + DESCRIPTOR_BYTES);
        const busEndNs = engine.nowNs + bus.book('out', bytes);
        const takenNs = Math.max(busEndNs, Math.ceil(wireFreeNs));
        wireFreeNs = takenNs + urb.items * wireNs;
        engine.schedule(takenNs - engine.nowNs, Order.hardware, onTaken);
      },
    });
    return urb;
  });
}
