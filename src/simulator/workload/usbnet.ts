import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import type { Fn, Urb } from '../parts.ts';
import { act, call, cpu, fn, loop, when } from '../program.ts';
import { Tasklet } from '../softirq.ts';
import { urbOf } from '../urb.ts';
import type { Workload } from '../workload.ts';
import { PacketWire } from './packet-wire.ts';

type Usbnet = Extract<Workload, { kind: 'usbnet' }>;

const RX_URBS = 4;
const RX_BYTES = 1514;
/** With as many irqrestores per skb or more, the skb goes back to the done queue to be freed. */
const REQUEUED_PAIRS = 4;

type SkbState = 'rx_done' | 'rx_cleanup';

/**
 * usbnet receiving one packet an URB, or several in a frame of cdc_ncm: complete() queues the skb and submits again, usbnet_bh() takes it off the done
 * queue, handles it, and frees it, either at once or by queueing it once more for its own next turn. Each operation on
 * the queue turns interrupts off and on, which is all that a profile without NMIs sees of it: lockPairNs. The last
 * dequeue of a run finds the queue empty and counts too. Source: drivers/net/usb/usbnet.c
 */
export function usbnet(host: Host, workload: Usbnet): Scenario {
  const { machine } = host;
  const done = new DoneQueue(workload.lockPairNs);
  const bh = new Tasklet(usbnetBh(host, workload, done), 'TASKLET');
  const deferBh = fn(
    'defer_bh',
    cpu(2 * machine.costs.lockNs),
    act((self) => {
      if (done.add('rx_done') === 1) machine.softirqsOf(self.core).schedule(bh, self);
    }),
  );
  const rxSubmit = fn('rx_submit', cpu(machine.costs.skbNs), call(host.submit));
  const complete = fn('rx_complete', call(deferBh), call(rxSubmit));
  const warmUpNs = Math.ceil((8e9 * packetsIn(workload)) / workload.packetsPerSec);
  return { warmUpNs, begin: submitAll(host, 'usbnet_open', urbsOf(host, workload, complete)) };
}

function packetsIn({ packetsPerUrb = 1 }: Usbnet): number {
  return packetsPerUrb;
}

/** usbnet_bh() */
function usbnetBh({ machine, tally }: Host, workload: Usbnet, done: DoneQueue): Fn {
  const packets = packetsIn(workload);
  const isRequeued = machine.hcd.skbLockPairs >= REQUEUED_PAIRS;
  return fn(
    'usbnet_bh',
    call(done.dequeue),
    loop(
      () => done.skb !== null,
      when(
        () => done.skb === 'rx_done',
        call(fn('rx_process', cpu(workload.restNs * packets))),
        act(() => tally.progress(RX_BYTES * packets, packets)),
        ...(isRequeued ? [call(done.queueTail)] : []),
      ),
      call(done.dequeue),
    ),
  );
}

/** dev->done: each operation turns interrupts off and on. */
class DoneQueue {
  /** The skb taken last; null when there was none. */
  skb: SkbState | null = null;
  readonly dequeue: Fn;
  readonly queueTail: Fn;
  readonly #queue: SkbState[] = [];

  constructor(lockPairNs: number) {
    const take = act(() => {
      this.skb = this.#queue.shift() ?? null;
    });
    this.dequeue = fn('skb_dequeue', cpu(lockPairNs), take);
    this.queueTail = fn(
      'skb_queue_tail',
      cpu(lockPairNs),
      act(() => this.add('rx_cleanup')),
    );
  }

  /** @returns how many there are now */
  add(state: SkbState): number {
    return this.#queue.push(state);
  }
}

function urbsOf({ machine, controller, tally }: Host, workload: Usbnet, complete: Fn): readonly Urb[] {
  const { engine } = machine;
  const packets = packetsIn(workload);
  const wire = new PacketWire(engine, workload.packetsPerSec / packets);
  const shape = { pipe: 'bulk', direction: 'in', bytes: RX_BYTES * packets, isMapped: true } as const;
  return Array.from({ length: RX_URBS }, () => {
    const onPacket = engine.register(() => controller.finish(urb));
    const start = (): void => {
      tally.lost += wire.missed() * packets;
      engine.schedule(wire.untilNext(), Order.hardware, onPacket);
    };
    const urb = urbOf({ ...shape, complete, tally, start });
    return urb;
  });
}
