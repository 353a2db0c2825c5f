import { Order } from '../engine.ts';
import type { Host } from '../host.ts';
import type { Urb } from '../parts.ts';
import type { Workload } from '../workload.ts';
import { deviceTime } from './device-time.ts';

type Uas = Extract<Workload, { kind: 'uas' }>;

export interface Told {
  /** The command has crossed the bus. */
  readonly taken: () => void;
  /** The data has crossed the bus, and the status with it. */
  readonly done: () => void;
}

/** The disk: commands in the order they came, one access at a time; the data goes over the bus meanwhile. */
export class Target {
  readonly #host: Host;
  readonly #workload: Uas;
  readonly #accessNs: () => number;
  #freeNs = 0;

  constructor(host: Host, workload: Uas) {
    this.#host = host;
    this.#workload = workload;
    this.#accessNs = deviceTime(host.machine, workload);
  }

  /** What the hardware does with the command URB of one tag. */
  work(dataBytes: number, told: Told): (command: Urb) => void {
    const { engine } = this.#host.machine;
    const bus = this.#host.machine.busOf(this.#workload.speed);
    const direction = this.#workload.direction === 'read' ? 'in' : 'out';
    const onDone = engine.register(told.done);
    const onAccess = engine.register(() => {
      engine.schedule(bus.book(direction, dataBytes), Order.hardware, onDone);
    });
    const onTaken = engine.register(() => {
      told.taken();
      this.#freeNs = Math.max(engine.nowNs, this.#freeNs) + this.#accessNs();
      engine.schedule(this.#freeNs - engine.nowNs, Order.hardware, onAccess);
    });
    return (command) => void engine.schedule(bus.book('out', command.bytes), Order.hardware, onTaken);
  }
}
