import { Order } from '../engine.ts';
import type { Host } from '../host.ts';
import type { Urb } from '../parts.ts';
import type { Camera, Stream } from './camera-stream.ts';
import { IsocClock, packetEvents } from './isoc-clock.ts';

/** What an URB brought: payload bytes, and the pictures that were whole with it. */
interface Payload {
  readonly bytes: number;
  readonly pictures: number;
}

/**
 * Isochronous: packets come by whether or not an URB is there to carry them. An interval without one spoils the
 * picture it belonged to; that is the only way to lose one.
 */
export function isocStream(host: Host, workload: Camera): Stream {
  const { machine, tally } = host;
  const clock = new IsocClock(machine.engine, workload.intervalNs);
  const queuePackets = packetEvents(host, clock);
  const sensor = new Sensor(workload);
  return (urb: Urb, onEnd: number) => {
    const slot = clock.take(workload.packetsPerUrb);
    tally.lost += sensor.drop(slot.first - slot.missed, slot.first);
    const payload = sensor.send(slot.first, slot.end);
    urb.items = payload.pictures;
    urb.bytes = payload.bytes;
    queuePackets(slot);
    machine.engine.schedule(clock.until(slot.end, 0), Order.hardware, onEnd);
  };
}

/** Pictures come at a fixed rate and go out one packet an interval; a rate the packets cannot carry is not reached. */
class Sensor {
  readonly #periodIntervals: number;
  readonly #packets: number;
  readonly #packetBytes: number;
  readonly #frameBytes: number;
  #picture = 0;
  /** First interval of the picture being sent. */
  #first = 0;
  #isSpoilt = false;

  constructor({ framesPerSec, frameBytes, packetBytes, intervalNs }: Camera) {
    this.#periodIntervals = 1e9 / framesPerSec / intervalNs;
    this.#packets = Math.ceil(frameBytes / packetBytes);
    this.#packetBytes = packetBytes;
    this.#frameBytes = frameBytes;
  }

  /** What the intervals from `first` up to `end` carry. */
  send(first: number, end: number): Payload {
    let bytes = 0;
    let pictures = 0;
    for (; this.#first < end; this.#nextPicture()) {
      bytes += this.#bytesUpTo(end) - this.#bytesUpTo(first);
      if (this.#first + this.#packets > end) break;
      if (!this.#isSpoilt) pictures += 1;
    }
    return { bytes, pictures };
  }

  /** The intervals from `first` up to `end` pass with nothing to carry them. @returns pictures newly spoilt */
  drop(first: number, end: number): number {
    let spoilt = 0;
    for (; first < end && this.#first < end; this.#nextPicture()) {
      const isHit = this.#bytesUpTo(end) > this.#bytesUpTo(first);
      if (isHit && !this.#isSpoilt) {
        this.#isSpoilt = true;
        spoilt += 1;
      }
      if (this.#first + this.#packets > end) break;
    }
    return spoilt;
  }

  #bytesUpTo(interval: number): number {
    const packets = Math.max(0, Math.min(this.#packets, interval - this.#first));
    return Math.min(this.#frameBytes, packets * this.#packetBytes);
  }

  #nextPicture(): void {
    this.#picture += 1;
    this.#first = Math.max(this.#first + this.#packets, Math.ceil(this.#picture * this.#periodIntervals));
    this.#isSpoilt = false;
  }
}
