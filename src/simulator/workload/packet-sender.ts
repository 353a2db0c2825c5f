import { type CppiRx, PACKET_BYTES } from '../controller/cppi.ts';
import { Order } from '../engine.ts';
import type { GadgetEthernet } from '../gadget-workload.ts';
import type { Host } from '../host.ts';
import type { Step, Urb } from '../parts.ts';
import { act, call, cpu, cpuOf, fn, when } from '../program.ts';
import { urbOf } from '../urb.ts';

/** An acknowledgement: Ethernet, IP and TCP headers with a time stamp. */
const ACK_BYTES = 66;

/**
 * The host of a device controller with a FIFO: it sends the packets of a frame as the FIFO takes them, whether or not a
 * request is queued. With TCP it has no more frames under way than the window, and is told of every so-many-th by an
 * acknowledgement, which the device sends.
 */
export class PacketSender {
  readonly #host: Host;
  readonly #workload: GadgetEthernet;
  readonly #fifo: CppiRx;
  readonly #onFrame: number;
  /** Packets of a frame, the last one short: a frame that fills its packets ends with an empty one. */
  readonly #packets: readonly number[];
  #nextPacket = 0;
  #sentFrames = 0;
  #receivedFrames = 0;
  #isArmed = false;
  /** After a frame has gone up the stack. */
  readonly afterFrame: readonly Step[];

  constructor(host: Host, workload: GadgetEthernet, fifo: CppiRx) {
    const bytes = workload.frameBytes * workload.framesPerRequest;
    const full = Math.floor(bytes / PACKET_BYTES);
    this.#host = host;
    this.#workload = workload;
    this.#fifo = fifo;
    this.#packets = [...Array.from({ length: full }, () => PACKET_BYTES), bytes - full * PACKET_BYTES];
    this.#onFrame = host.machine.engine.register(() => {
      this.#isArmed = false;
      this.#fifo.fetch();
    });
    this.afterFrame = [
      act(() => {
        this.#receivedFrames += 1;
        this.#fifo.fetch();
      }),
      ...this.#acknowledge(),
    ];
    fifo.attach(() => this.#next());
  }

  /** A request is queued: what it is told of is in `items` when it comes back. */
  offer(urb: Urb): void {
    urb.items = this.#workload.framesPerRequest;
    this.#fifo.fetch();
  }

  #next(): number | null {
    if (this.#nextPacket === 0 && !this.#mayBegin()) return null;
    const bytes = this.#packets[this.#nextPacket] ?? null;
    this.#nextPacket = (this.#nextPacket + 1) % this.#packets.length;
    if (this.#nextPacket === 0) this.#sentFrames += this.#workload.framesPerRequest;
    return bytes;
  }

  /** The frames of a request are there, and the window is open for them. */
  #mayBegin(): boolean {
    const { tcp, framesPerRequest, offeredFramesPerSec } = this.#workload;
    const { engine } = this.#host.machine;
    const last = this.#sentFrames + framesPerRequest;
    if (tcp !== undefined && last - this.#receivedFrames > tcp.windowFrames) return false;
    const untilNs = Math.ceil(((last - 1) * 1e9) / offeredFramesPerSec) - engine.nowNs;
    if (untilNs <= 0) return true;
    if (!this.#isArmed) engine.schedule(untilNs, Order.hardware, this.#onFrame);
    this.#isArmed = true;
    return false;
  }

  /** TCP: the frame is copied to the reader, and an acknowledgement goes out by u_ether. */
  #acknowledge(): readonly Step[] {
    const { tcp, frameBytes } = this.#workload;
    if (tcp === undefined) return [];
    const { machine, controller, tally, submit } = this.#host;
    const { engine, costs } = machine;
    const onSent = engine.register((at) => {
      const urb = acks[at];
      if (urb !== undefined) controller.finish(urb);
    });
    const free: number[] = [];
    const acks = Array.from({ length: tcp.windowFrames }, (_, at): Urb => {
      free.push(at);
      const complete = fn(
        'tx_complete',
        cpu(costs.skbNs),
        act(() => free.push(at)),
      );
      const start = (): void => {
        engine.schedule(machine.busOf('high').book('in', ACK_BYTES), Order.hardware, onSent, at);
      };
      return urbOf({
        pipe: 'bulk',
        direction: 'in',
        bytes: ACK_BYTES,
        isMapped: true,
        complete,
        tally,
        start,
      });
    });
    const take = act((self) => {
      self.urb = acks[free.shift() ?? -1] ?? null;
    });
    const transmit = fn(
      'eth_start_xmit',
      cpu(costs.skbNs),
      take,
      when(({ urb }) => urb !== null, call(submit)),
    );
    return [
      cpuOf(() => machine.copyNs(frameBytes)),
      when(() => this.#receivedFrames % tcp.framesPerAck === 0, call(transmit)),
    ];
  }
}
