import { rootOf } from '../bus.ts';
import { Order } from '../engine.ts';
import type { GadgetEthernet } from '../gadget-workload.ts';
import type { Host, Scenario } from '../host.ts';
import type { Machine } from '../machine.ts';
import type { Context, Fn, Step, Urb } from '../parts.ts';
import { act, call, cpu, fn, lock, lockIrqSave, loop, unlock, unlockIrqRestore, when } from '../program.ts';
import { urbOf } from '../urb.ts';
import { UrbList } from '../urb-list.ts';
import { etherRequests, functionsOf } from './gadget-functions.ts';
import { pacedSender } from './paced-sender.ts';

/** What the sender may have under way before its socket holds it back, in requests. */
const SENDER_REQUESTS = 64;
const WARM_UP_NS = 1_000_000;

/**
 * u_ether sending: a sender on another core gives each frame to the queue of the link, which hands it on while a request
 * is free; when none is, the queue stops until tx_complete() brings one back, and goes on in the NET_TX softirq behind
 * it. Throttled, a request asks for no interrupt unless it is the last free one or the number under way is a multiple of
 * qmult. Source: drivers/usb/gadget/function/u_ether.c, eth_start_xmit() and tx_complete() of Linux 6.1; the throttling as
 * it was before fd9afd3cbe40
 */
export function gadgetEthernetTx(host: Host, workload: GadgetEthernet): Scenario {
  const { machine, tally } = host;
  const { costs } = machine;
  const reqLock = machine.lock('dev->req_lock');
  const free = new UrbList();
  const queue = new LinkQueue(machine, workload.framesPerRequest);
  const complete = fn(
    'tx_complete',
    cpu(costs.skbNs),
    ...lock(reqLock),
    free.add,
    unlock(reqLock),
    act(({ urb }) => {
      queue.underWay -= 1;
      tally.progress((urb?.items ?? 0) * workload.frameBytes, urb?.items ?? 0);
    }),
    act((self) => queue.wake(self)),
  );
  free.fill(requestsOf(host, workload, complete));
  const startXmit = xmitOf(host, workload, { free, queue, reqLock });
  const runQueue = queue.runOf(startXmit, () => sender);
  for (const core of machine.cores)
    machine.softirqsOf(core).open('NET_TX', fn('net_tx_action', call(runQueue)));
  const sender: Context = pacedSender(machine, {
    names: ['sender', 'sender'],
    offeredFramesPerSec: workload.offeredFramesPerSec,
    mayQueue: queue.hasRoom,
    xmit: [
      act(() => {
        queue.frames += 1;
      }),
      call(runQueue),
    ],
  });
  return { warmUpNs: WARM_UP_NS, begin: () => sender.core.wake(sender) };
}

/** The queueing discipline above the link: frames that wait, and whether the link has stopped it. */
class LinkQueue {
  frames = 0;
  /** tx_qlen: requests that the controller has. */
  underWay = 0;
  isStopped = false;
  readonly #machine: Machine;
  readonly #framesPerRequest: number;
  #isRunning = false;

  constructor(machine: Machine, framesPerRequest: number) {
    this.#machine = machine;
    this.#framesPerRequest = framesPerRequest;
  }

  readonly hasRoom = (): boolean => this.frames < SENDER_REQUESTS * this.#framesPerRequest;
  readonly isDue = (): boolean => !this.isStopped && this.frames >= this.#framesPerRequest;

  /** netif_wake_queue(): the softirq behind the interrupt goes on with it. */
  wake(by: Context): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.#machine.softirqsOf(by.core).raise('NET_TX', by);
  }

  /** __qdisc_run(): on one core at a time. */
  runOf(startXmit: Fn, sender: () => Context): Fn {
    let isMine = false;
    return fn(
      '__qdisc_run',
      act(() => {
        isMine = !this.#isRunning;
        this.#isRunning = true;
      }),
      when(
        () => isMine,
        loop(this.isDue, call(startXmit)),
        act(() => {
          this.#isRunning = false;
          if (this.hasRoom()) sender().core.wake(sender());
        }),
      ),
    );
  }
}

interface Link {
  readonly free: UrbList;
  readonly queue: LinkQueue;
  readonly reqLock: ReturnType<Machine['lock']>;
}

/** eth_start_xmit(), with the frames of one request. */
function xmitOf({ machine, submit }: Host, workload: GadgetEthernet, { free, queue, reqLock }: Link): Fn {
  const { etherQmult, isEtherThrottled } = functionsOf(machine);
  const frames = workload.framesPerRequest;
  const wrapNs = frames > 1 ? frames * machine.copyNs(workload.frameBytes) : 0;
  const devLock = machine.lock('dev->lock');
  const take: readonly Step[] = [
    ...lockIrqSave(devLock),
    ...unlockIrqRestore(devLock),
    ...lockIrqSave(reqLock),
    free.take,
    act(() => {
      queue.isStopped = !free.isFilled();
    }),
    ...unlockIrqRestore(reqLock),
  ];
  return fn(
    'eth_start_xmit',
    ...take,
    cpu(wrapNs),
    act(({ urb }) => {
      if (urb === null) return;
      urb.items = frames;
      urb.isQuiet = isEtherThrottled && free.isFilled() && queue.underWay % etherQmult !== 0;
      queue.frames -= frames;
      queue.underWay += 1;
    }),
    call(submit),
  );
}

function requestsOf(host: Host, workload: GadgetEthernet, complete: Fn): readonly Urb[] {
  const { machine, controller, tally } = host;
  const { engine } = machine;
  const bus = machine.busOf(workload.speed);
  const bytes = workload.frameBytes * workload.framesPerRequest;
  return Array.from({ length: etherRequests(machine) }, () => {
    const onSent = engine.register(() => controller.finish(urb));
    const urb = urbOf({
      pipe: 'bulk',
      direction: 'in',
      bytes,
      complete,
      isMapped: true,
      tally,
      root: rootOf(workload.speed),
      start: () => void engine.schedule(bus.book('in', bytes), Order.hardware, onSent),
    });
    return urb;
  });
}
