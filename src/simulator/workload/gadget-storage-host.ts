import { Order } from '../engine.ts';
import { Fifo } from '../fifo.ts';
import type { GadgetStorage } from '../gadget-workload.ts';
import type { Host } from '../host.ts';
import type { Urb } from '../parts.ts';
import { deviceTime } from './device-time.ts';

type Phase = 'command' | 'data' | 'status';

/**
 * The host that uses a mass-storage gadget: command, data, status, one after the other, with some time of its own before
 * each. What it wants next crosses the bus as soon as the device has queued a request for it.
 */
export class Initiator {
  readonly #host: Host;
  readonly #workload: GadgetStorage;
  readonly #hostNs: () => number;
  readonly #waiting = { in: new Fifo<Urb>(), out: new Fifo<Urb>() };
  readonly #onReady: number;
  readonly #onEnd: number;
  #phase: Phase = 'command';
  #readyNs = 0;
  #leftBytes = 0;
  /** The request that is on the bus, or that the host will be ready for. */
  #current: Urb | null = null;

  constructor(host: Host, workload: GadgetStorage) {
    const { engine } = host.machine;
    const bus = host.machine.busOf(workload.speed);
    this.#host = host;
    this.#workload = workload;
    const { hostNs, hostCv = 0 } = workload;
    this.#hostNs = deviceTime(host.machine, { deviceNs: hostNs, deviceCv: hostCv });
    this.#onEnd = engine.register(() => this.#ended());
    this.#onReady = engine.register(() => {
      const urb = this.#current;
      if (urb !== null) engine.schedule(bus.book(urb.direction, urb.bytes), Order.hardware, this.#onEnd);
    });
  }

  /** The device has queued a request. */
  offer(urb: Urb): void {
    this.#waiting[urb.direction].push(urb);
    this.#goOn();
  }

  #goOn(): void {
    if (this.#current !== null) return;
    const next = this.#waiting[this.#direction].shift();
    if (next === null) return;
    this.#current = next;
    const { engine } = this.#host.machine;
    engine.schedule(Math.max(0, this.#readyNs - engine.nowNs), Order.hardware, this.#onReady);
  }

  get #direction(): Urb['direction'] {
    if (this.#phase === 'command') return 'out';
    return this.#phase === 'status' || this.#workload.direction === 'read' ? 'in' : 'out';
  }

  #ended(): void {
    const urb = this.#current;
    if (urb === null) return;
    this.#current = null;
    this.#host.controller.finish(urb);
    this.#advance(urb.bytes);
    this.#goOn();
  }

  #advance(bytes: number): void {
    const { tally, machine } = this.#host;
    const { commandBytes, hostPhaseNs } = this.#workload;
    if (this.#phase === 'status') {
      this.#phase = 'command';
      this.#readyNs = machine.engine.nowNs + this.#hostNs();
      tally.progress(commandBytes, 1);
      return;
    }
    this.#leftBytes = this.#phase === 'command' ? commandBytes : this.#leftBytes - bytes;
    const isWithinData = this.#phase === 'data' && this.#leftBytes > 0;
    this.#phase = this.#leftBytes > 0 ? 'data' : 'status';
    if (!isWithinData) this.#readyNs = machine.engine.nowNs + hostPhaseNs;
  }
}
