import { Order } from '../engine.ts';
import { Fifo } from '../fifo.ts';
import type { Host, Scenario } from '../host.ts';
import type { Context, Fn, Lock, Urb } from '../parts.ts';
import { act, call, cpu, fn, lock, lockIrqSave, loop, unlock, unlockIrqRestore, wait } from '../program.ts';
import { Tasklet } from '../softirq.ts';
import type { Workload } from '../workload.ts';
import { ByteQueueLimits } from './byte-queue-limits.ts';
import { TransmitQueue } from './transmit-queue.ts';
import { UsbnetUrbs } from './usbnet-urbs.ts';

type UsbnetTx = Extract<Workload, { kind: 'usbnet-tx' }>;

/**
 * usbnet sending as much as its adapter takes, one frame an URB: the queue discipline hands on frames until as many URBs
 * are under way as the driver allows (or byte queue limits stop it), complete() leaves its URB to usbnet_bh(), and that
 * wakes the queue, which goes on in the NET_TX softirq. Who makes the frames runs on another core and is never late. A
 * probe is timed from the queue discipline to its last bit on the wire. An item is a frame that has left.
 * Source: drivers/net/usb/usbnet.c, usbnet_start_xmit(), tx_complete() and usbnet_bh(); net/sched/sch_generic.c
 */
export function usbnetTx(host: Host, workload: UsbnetTx): Scenario {
  const { machine } = host;
  const limits = machine.hcd.byteQueueLimits === true ? new ByteQueueLimits(workload.slackHoldNs) : null;
  const queue = new TransmitQueue(machine.engine, workload.urbsMax, limits);
  const paths = new Paths(host, workload, queue);
  for (const core of machine.cores) machine.softirqsOf(core).open('NET_TX', paths.netTx);
  const open = machine.kthread(
    'usbnet_open',
    machine.irqCore,
    fn(
      'usbnet_open',
      act((self) => paths.schedule(self)),
      wait(() => false),
    ),
  );
  return {
    warmUpNs: workload.warmUpNs,
    begin: () => {
      sendProbes(host, workload.probeEveryNs, queue);
      open.core.wake(open);
    },
  };
}

/** The functions of the driver and of the queue above it, which call each other in a ring. */
class Paths {
  readonly netTx: Fn;
  readonly #host: Host;
  readonly #queue: TransmitQueue;
  readonly #urbs: UsbnetUrbs;
  readonly #done = new Fifo<Urb>();
  readonly #bh: Tasklet;

  constructor(host: Host, workload: UsbnetTx, queue: TransmitQueue) {
    const txqLock = host.machine.lock('dev->txq.lock');
    this.#host = host;
    this.#queue = queue;
    this.#bh = new Tasklet(this.#usbnetBh(), 'TASKLET');
    this.#urbs = new UsbnetUrbs(host, workload, { queue, complete: this.#txComplete(txqLock) });
    this.netTx = fn('net_tx_action', call(this.#qdiscRun(txqLock)));
  }

  /** __netif_schedule() */
  schedule(self: Context): void {
    this.#host.machine.softirqsOf(self.core).raise('NET_TX', self);
  }

  #qdiscRun(txqLock: Lock): Fn {
    const queue = this.#queue;
    const { costs } = this.#host.machine;
    const startXmit = fn(
      'usbnet_start_xmit',
      cpu(costs.skbNs),
      ...lockIrqSave(txqLock),
      call(this.#host.submit),
      act(({ urb }) => queue.sent(urb?.bytes ?? 0)),
      ...unlockIrqRestore(txqLock),
    );
    return fn(
      '__qdisc_run',
      act(() => queue.begin()),
      loop(
        () => queue.maySend && queue.hasQuota,
        act((self) => {
          queue.dequeue();
          self.urb = this.#urbs.alloc();
        }),
        call(startXmit),
      ),
      act((self) => {
        if (queue.maySend) this.schedule(self);
      }),
    );
  }

  #txComplete(txqLock: Lock): Fn {
    const { machine } = this.#host;
    const doneLock = machine.lock('dev->done.lock');
    const deferBh = fn(
      'defer_bh',
      ...lockIrqSave(txqLock),
      ...lock(doneLock),
      act((self) => {
        this.#queue.returned();
        if (self.urb !== null) this.#done.push(self.urb);
        if (this.#done.length === 1) machine.softirqsOf(self.core).schedule(this.#bh, self);
      }),
      unlock(doneLock),
      ...unlockIrqRestore(txqLock),
    );
    return fn('tx_complete', call(deferBh));
  }

  /** Frees what is done, tells the limits of it, and wakes the queue. */
  #usbnetBh(): Fn {
    const { costs, hcd } = this.#host.machine;
    let bytes = 0;
    return fn(
      'usbnet_bh',
      act(() => {
        bytes = 0;
      }),
      loop(
        () => this.#done.length > 0,
        cpu(costs.lockNs),
        act(() => {
          const urb = this.#done.shift();
          if (urb === null) return;
          bytes += urb.bytes;
          this.#urbs.free(urb);
        }),
      ),
      ...(hcd.byteQueueLimits === true ? [cpu(costs.lockNs)] : []),
      act((self) => {
        if (this.#queue.wake(bytes)) this.schedule(self);
      }),
    );
  }
}

/** One after the other at a steady rate, whatever becomes of them. */
function sendProbes({ machine }: Host, probeEveryNs: number, queue: TransmitQueue): void {
  const { engine } = machine;
  const onProbe = engine.register(() => {
    queue.probe();
    engine.schedule(probeEveryNs, Order.hardware, onProbe);
  });
  engine.schedule(probeEveryNs, Order.hardware, onProbe);
}
