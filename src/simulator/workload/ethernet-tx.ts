import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { Host, Scenario } from '../host.ts';
import { type Fn, Level, type Step, type Urb } from '../parts.ts';
import {
  act,
  bhDisable,
  bhEnable,
  call,
  cpu,
  cpuOf,
  fn,
  forever,
  lockIrqSave,
  loop,
  unlockIrqRestore,
  wait,
} from '../program.ts';
import { Tasklet } from '../softirq.ts';
import { urbOf } from '../urb.ts';
import { type Ethernet, wireNsOf } from './ethernet-wire.ts';

/** Descriptor before each frame in the aggregate. Source: drivers/net/usb/r8152.c, struct tx_desc. */
const DESCRIPTOR_BYTES = 8;

/** Frames the driver holds, and the URBs it can pack them into. */
interface Queue {
  frames: number;
  isStopped: boolean;
  readonly free: Urb[];
}

/**
 * r8152 sending: a sender on another core queues frames at the rate offered; a tasklet packs what is queued into a
 * free URB and submits it; the adapter takes an URB when the one before is on its way out of the wire. The queue holds
 * one URB's worth, then the sender waits. Source: drivers/net/usb/r8152.c
 */
export function ethernetTx(host: Host, workload: Ethernet): Scenario {
  const { machine, tally } = host;
  const framesPerUrb = Math.max(1, Math.floor(workload.urbBytes / (workload.frameBytes + DESCRIPTOR_BYTES)));
  const txLock = machine.lock('tp->tx_lock');
  const queueLock = machine.lock('tp->tx_queue.lock');
  const queue: Queue = { frames: 0, isStopped: false, free: [] };

  const fill: readonly Step[] = [
    ...lockIrqSave(txLock),
    act((self) => {
      self.urb = queue.free.shift() ?? null;
    }),
    ...unlockIrqRestore(txLock),
    ...lockIrqSave(queueLock),
    act((self) => take(queue, self.urb, framesPerUrb)),
    ...unlockIrqRestore(queueLock),
    copyFrames(host, workload),
    act(() => {
      if (queue.isStopped && queue.frames < framesPerUrb) {
        queue.isStopped = false;
        sender.core.wake(sender);
      }
    }),
    call(host.submit),
  ];
  const bottomHalf = new Tasklet(
    fn(
      'bottom_half',
      loop(() => queue.frames > 0 && queue.free.length > 0, ...fill),
    ),
    'TASKLET',
  );
  const complete = fn(
    'write_bulk_callback',
    ...lockIrqSave(txLock),
    act((self) => {
      if (self.urb !== null) queue.free.push(self.urb);
    }),
    ...unlockIrqRestore(txLock),
    act((self) => {
      tally.progress((self.urb?.items ?? 0) * workload.frameBytes, self.urb?.items ?? 0);
      if (queue.frames > 0) machine.softirqsOf(self.core).schedule(bottomHalf, self);
    }),
  );
  queue.free.push(...urbsOf(host, workload, complete));
  const xmit = fn(
    'rtl8152_start_xmit',
    ...lockIrqSave(queueLock),
    act(() => {
      queue.frames += 1;
      queue.isStopped = queue.frames >= framesPerUrb;
    }),
    ...unlockIrqRestore(queueLock),
    act((self) => {
      if (queue.free.length > 0) machine.softirqsOf(self.core).schedule(bottomHalf, self);
    }),
  );
  const program = senderOf(host, workload, xmit, () => !queue.isStopped);
  // It spins while it waits, so that going on costs no switch.
  const sender = machine.otherCore.context('kpktgend', Level.kthread, program);
  return { warmUpNs: 2_000_000, begin: () => sender.core.wake(sender) };
}

/** The sender: each frame costs an skb and its way through the stack, and is not sent before it is due. */
function senderOf(host: Host, workload: Ethernet, xmit: Fn, mayQueue: () => boolean): Fn {
  const { engine, costs } = host.machine;
  const periodNs = 1e9 / workload.offeredFramesPerSec;
  let frame = 0;
  return fn(
    'pktgen_thread_worker',
    forever(
      wait(mayQueue),
      cpuOf(() => {
        frame += 1;
        return Math.max(0, Math.ceil(frame * periodNs) - engine.nowNs);
      }),
      bhDisable(),
      cpu(costs.skbNs + costs.rxStackNs),
      call(xmit),
      bhEnable(),
    ),
  );
}

function take(queue: Queue, urb: Urb | null, framesPerUrb: number): void {
  if (urb === null) return;
  urb.items = Math.min(queue.frames, framesPerUrb);
  queue.frames -= urb.items;
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
