import type { Bus } from '../bus.ts';
import type { Engine } from '../engine.ts';
import { Fifo } from '../fifo.ts';

export interface AdapterOf {
  /** Memory for frames on their way to the wire. */
  readonly memoryBytes: number;
  /** Room that an adapter which had none waits for before it takes the next frame. */
  readonly burstBytes: number;
  readonly frameBytes: number;
  /** What a frame takes on the wire; not a whole number. */
  readonly wireNs: number;
}

/**
 * An Ethernet adapter that sends: a frame crosses the bus when there is room for it, waits until those before it are on
 * the wire, and keeps its room until its own last bit has left. An adapter that ran out of room says so (NRDY, NAK) and
 * takes nothing until a burst of room is free.
 */
export class AdapterMemory {
  readonly #engine: Engine;
  readonly #bus: Bus;
  readonly #of: AdapterOf;
  /** When the last bits of the frames inside leave, in their order. */
  readonly #leaveNs = new Fifo<number>();
  /** When the frame that was taken last has crossed the bus. */
  takenNs = 0;
  /** When its last bit has left on the wire. */
  leftNs = 0;
  #wireFreeNs = 0;

  constructor(engine: Engine, bus: Bus, of: AdapterOf) {
    this.#engine = engine;
    this.#bus = bus;
    this.#of = of;
  }

  /** The next frame of the endpoint is queued. All that it waits for is known by then. */
  take(): void {
    const { frameBytes, wireNs } = this.#of;
    const transferNs = this.#bus.transferNs(frameBytes);
    const busNs = this.#engine.nowNs + this.#bus.book('out', frameBytes) - transferNs;
    this.takenNs = this.#roomNs(Math.max(busNs, this.takenNs)) + transferNs;
    this.#wireFreeNs = Math.max(this.takenNs, this.#wireFreeNs) + wireNs;
    this.leftNs = Math.ceil(this.#wireFreeNs);
    this.#leaveNs.push(this.leftNs);
  }

  /** From when on there is room for a frame; a memory smaller than a frame holds one. */
  #roomNs(soonestNs: number): number {
    const { memoryBytes, burstBytes, frameBytes } = this.#of;
    const most = Math.max(1, Math.floor(memoryBytes / frameBytes));
    while ((this.#leaveNs.first ?? Number.POSITIVE_INFINITY) <= soonestNs) this.#leaveNs.shift();
    if (this.#leaveNs.length < most) return soonestNs;
    const room = Math.min(most, Math.max(1, Math.floor(burstBytes / frameBytes)));
    let lastNs = soonestNs;
    while (this.#leaveNs.length > most - room) lastNs = this.#leaveNs.shift() ?? soonestNs;
    return lastNs;
  }
}
