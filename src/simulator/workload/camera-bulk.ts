import { Order } from '../engine.ts';
import type { Host } from '../host.ts';
import type { Urb } from '../parts.ts';
import { type Camera, rootOfCamera, type Stream } from './camera-stream.ts';

/** Pictures the camera can hold: the one being sent and the one after it. */
const BUFFERED_PICTURES = 2;

/**
 * Bulk: the camera waits for an URB, fills it or ends it with the picture, and loses a picture when a new one comes
 * while it still holds two.
 */
export function bulkStream(host: Host, workload: Camera): Stream {
  const sender = new Sender(host, workload);
  return (urb: Urb, onEnd: number) => sender.queue(urb, onEnd);
}

interface Waiting {
  readonly urb: Urb;
  readonly onEnd: number;
}

class Sender {
  readonly #host: Host;
  readonly #periodNs: number;
  readonly #frameBytes: number;
  readonly #urbBytes: number;
  readonly #speed: 'high' | 'super';
  readonly #waiting: Waiting[] = [];
  readonly #onSend: number;
  #isBusy = false;
  #picture = 1;
  #leftBytes: number;

  constructor(host: Host, workload: Camera) {
    this.#host = host;
    this.#periodNs = 1e9 / workload.framesPerSec;
    this.#frameBytes = workload.frameBytes;
    this.#leftBytes = workload.frameBytes;
    this.#urbBytes = workload.packetsPerUrb * workload.packetBytes;
    this.#speed = rootOfCamera(workload) === 3 ? 'super' : 'high';
    this.#onSend = host.machine.engine.register(() => this.#send());
  }

  queue(urb: Urb, onEnd: number): void {
    this.#waiting.push({ urb, onEnd });
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#sendWhenThere();
  }

  #sendWhenThere(): void {
    const { engine } = this.#host.machine;
    if (this.#leftBytes === this.#frameBytes) this.#drop();
    const untilNs = Math.max(0, Math.ceil(this.#picture * this.#periodNs) - engine.nowNs);
    engine.schedule(untilNs, Order.hardware, this.#onSend);
  }

  #send(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#isBusy = false;
      return;
    }
    const { machine } = this.#host;
    const { urb, onEnd } = next;
    urb.bytes = Math.min(this.#urbBytes, this.#leftBytes);
    this.#leftBytes -= urb.bytes;
    urb.items = this.#leftBytes === 0 ? 1 : 0;
    if (urb.items === 1) this.#nextPicture();
    const sentNs = machine.busOf(this.#speed).book('in', urb.bytes);
    machine.engine.schedule(sentNs, Order.hardware, onEnd);
    if (this.#waiting.length > 0) this.#sendWhenThere();
    else this.#isBusy = false;
  }

  #nextPicture(): void {
    this.#picture += 1;
    this.#leftBytes = this.#frameBytes;
  }

  #drop(): void {
    const taken = Math.floor(this.#host.machine.engine.nowNs / this.#periodNs);
    const over = taken - this.#picture + 1 - BUFFERED_PICTURES;
    if (over <= 0) return;
    this.#host.tally.lost += over;
    this.#picture += over;
  }
}
