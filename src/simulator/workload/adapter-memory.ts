import type { Bus } from '../bus.ts';
import type { Engine } from '../engine.ts';

export interface AdapterOf {
  /** Memory for frames on their way to the wire. */
  readonly memoryBytes: number;
  /** Room that an adapter which had none waits for before it takes the next frame. */
  readonly burstBytes: number;
  readonly frameBytes: number;
  /** What a frame takes on the wire; not a whole number. */
  readonly wireNs: number;
}

/** When a frame has crossed the bus, and when its last bit has left on the wire. */
export interface Taken {
  readonly takenNs: number;
  readonly leftNs: number;
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
  readonly #leaveNs: number[] = [];
  #takenNs = 0;
  #wireFreeNs = 0;

  constructor(engine: Engine, bus: Bus, of: AdapterOf) {
    this.#engine = engine;
    this.#bus = bus;
    this.#of = of;
  }

  /** The next frame of the endpoint is queued. All that it waits for is known by then. */
  take(): Taken {
    const { frameBytes, wireNs } = this.#of;
    const transferNs = this.#bus.transferNs(frameBytes);
    const busNs = this.#engine.nowNs + this.#bus.book('out', frameBytes) - transferNs;
    const takenNs = this.#roomNs(Math.max(busNs, this.#takenNs)) + transferNs;
    this.#takenNs = takenNs;
    this.#wireFreeNs = Math.max(takenNs, this.#wireFreeNs) + wireNs;
    const leftNs = Math.ceil(this.#wireFreeNs);
    this.#leaveNs.push(leftNs);
    return { takenNs, leftNs };
  }

  /** From when on there is room for a frame; a memory smaller than a frame holds one. */
  #roomNs(soonestNs: number): number {
    const { memoryBytes, burstBytes, frameBytes } = this.#of;
    const most = Math.max(1, Math.floor(memoryBytes / frameBytes));
    while ((this.#leaveNs[0] ?? Number.POSITIVE_INFINITY) <= soonestNs) this.#leaveNs.shift();
    if (this.#leaveNs.length < most) return soonestNs;
    const room = Math.min(most, Math.max(1, Math.floor(burstBytes / frameBytes)));
    const left = this.#leaveNs.splice(0, this.#leaveNs.length - most + room);
    return left.at(-1) ?? soonestNs;
  }
}
