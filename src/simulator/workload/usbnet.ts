import { Order } from '../engine.ts';
import { type Host, type Scenario, submitAll } from '../host.ts';
import type { Workload } from '../measurement.ts';
import type { Urb } from '../parts.ts';
import { act, call, cpu, fn, loop, when } from '../program.ts';
import { Tasklet } from '../softirq.ts';
import { urbOf } from '../urb.ts';
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
  const { machine, controller, tally } = host;
  const { engine, costs, hcd } = machine;
  const { lockPairNs, restNs, packetsPerUrb = 1 } = workload;
  const isRequeued = hcd.skbLockPairs >= REQUEUED_PAIRS;
  const done: SkbState[] = [];
  let skb: SkbState | null = null;

  const dequeue = call(
    fn(
      'skb_dequeue',
      cpu(lockPairNs),
      act(() => {
        skb = done.shift() ?? null;
      }),
    ),
  );
  const queueTail = call(
    fn(
      'skb_queue_tail',
      cpu(lockPairNs),
      act(() => done.push('rx_cleanup')),
    ),
  );
  const bh = new Tasklet(
    fn(
      'usbnet_bh',
      dequeue,
      loop(
        () => skb !== null,
        when(
          () => skb === 'rx_done',
          call(fn('rx_process', cpu(restNs * packetsPerUrb))),
          act(() => tally.progress(RX_BYTES * packetsPerUrb, packetsPerUrb)),
          ...(isRequeued ? [queueTail] : []),
        ),
        dequeue,
      ),
    ),
    'TASKLET',
  );
  const complete = fn(
    'rx_complete',
    call(
      fn(
        'defer_bh',
        cpu(2 * costs.lockNs),
        act((self) => {
          done.push('rx_done');
          if (done.length === 1) machine.softirqsOf(self.core).schedule(bh, self);
        }),
      ),
    ),
    call(fn('rx_submit', cpu(costs.skbNs), call(host.submit))),
  );

  const wire = new PacketWire(engine, workload.packetsPerSec / packetsPerUrb);
  const urbs = Array.from({ length: RX_URBS }, () => {
    const onPacket = engine.register(() => controller.finish(urb));
    const urb: Urb = urbOf({
      pipe: 'bulk',
      direction: 'in',
      bytes: RX_BYTES * packetsPerUrb,
      complete,
      isMapped: true,
      tally,
      start: () => {
        tally.lost += wire.missed() * packetsPerUrb;
        engine.schedule(wire.untilNext(), Order.hardware, onPacket);
      },
    });
    return urb;
  });
  return {
    warmUpNs: Math.ceil((8e9 * packetsPerUrb) / workload.packetsPerSec),
    begin: submitAll(host, 'usbnet_open', urbs),
  };
}
