import type { Urb } from '../parts.ts';
import { isSameEndpoint } from '../urb.ts';

/** Of the BCM2835; others have up to 16. Source: GHWCFG2 as drivers/usb/dwc2/params.c reads it */
const CHANNELS = 8;
/** 65535 bytes cut down to whole packets of 512. Source: drivers/usb/dwc2/params.c, max_transfer_size; hcd.c */
const TRANSFER_BYTES_MAX = 65_024;

/** A channel has stopped: with the last part of an URB, with another part, or with a packet of no URB's end. */
export interface Halt {
  readonly endpoint: Endpoint | null;
  readonly urb: Urb | null;
}

/** A queue head: the URBs of one endpoint, of which the first is on a channel or waits for one. */
class Endpoint {
  readonly urbs: Urb[] = [];
  readonly #of: Urb;
  /** Parts that the first URB has before it, the present one included; 0 before it is begun. */
  parts = 0;

  constructor(first: Urb) {
    this.#of = first;
  }

  has(urb: Urb): boolean {
    return isSameEndpoint(this.#of, urb);
  }

  /** A channel carries this URB: what the device has for it may come. */
  carries(urb: Urb): boolean {
    return this.parts > 0 && this.urbs[0] === urb;
  }
}

/**
 * The channels of a dwc2 that works with buffer DMA, and what waits for one. An endpoint has one channel at most, which
 * carries one part of one URB and stops with an interrupt; the driver starts the next part, or the next URB, itself.
 *
 * Periodic transfers keep their (micro)frames and are started at once: the driver sees to them one frame ahead, and a
 * channel is theirs for less than a frame. An URB of several parts crosses the bus in one go and then stops once for each:
 * as many interrupts, and as much waiting for the driver, only later.
 *
 * Source: drivers/usb/dwc2/hcd.c, dwc2_hcd_select_transactions(), dwc2_hc_start_transfer(); hcd_intr.c,
 * dwc2_release_channel().
 */
export class HostChannels {
  readonly #assert: () => void;
  readonly #now: () => number;
  readonly #endpoints: Endpoint[] = [];
  readonly #waiting: Endpoint[] = [];
  readonly #halts: Halt[] = [];
  /** URBs that the device had something for before they had a channel: it was told to wait. */
  readonly #early = new Set<Urb>();
  /** On a channel that stops as soon as the driver is done with the interrupt before. */
  readonly #soon: Urb[] = [];
  #free: number;
  #isInService = false;

  /** @param assert  asks for an interrupt */
  constructor(assert: () => void, nowNs: () => number, channels = CHANNELS) {
    this.#assert = assert;
    this.#now = nowNs;
    this.#free = channels;
  }

  /** dwc2_hcd_qtd_add() */
  queue(urb: Urb): void {
    if (urb.isPeriodic) {
      urb.start(urb);
      return;
    }
    const endpoint = this.#endpointOf(urb);
    endpoint.urbs.push(urb);
    if (endpoint.urbs.length === 1) this.#waiting.push(endpoint);
  }

  /** An endpoint waits, and a channel is free. */
  get isStartable(): boolean {
    return this.#free > 0 && this.#waiting.length > 0;
  }

  /** The endpoint that has waited longest gets a channel. */
  start(): void {
    const endpoint = this.#waiting.shift();
    const urb = endpoint?.urbs[0];
    if (endpoint === undefined || urb === undefined) return;
    this.#free -= 1;
    const isBegun = endpoint.parts > 0;
    if (!isBegun) endpoint.parts = Math.max(1, Math.ceil(urb.bytes / TRANSFER_BYTES_MAX));
    if (!isBegun && !this.#early.delete(urb)) urb.start(urb);
    else if (this.#isInService) this.#soon.push(urb);
    else this.#halt(endpoint, urb);
  }

  /** The device and the bus are done with an URB. */
  finish(urb: Urb): void {
    const endpoint = urb.isPeriodic ? null : this.#endpointOf(urb);
    if (endpoint === null || endpoint.carries(urb)) this.#halt(endpoint, urb);
    else this.#early.add(urb);
  }

  /** A packet that does not end its URB. */
  packetEnds(): void {
    this.#halt(null, null);
  }

  get isEmpty(): boolean {
    return this.#halts.length === 0;
  }

  /** @returns the URB of it when that is complete */
  take(): Halt | null {
    return this.#halts.shift() ?? null;
  }

  /** dwc2_release_channel(): the endpoint waits again when there is more for it to carry. */
  release({ endpoint, urb }: Halt): void {
    if (endpoint === null) return;
    this.#free += 1;
    if (urb !== null) endpoint.urbs.shift();
    if (endpoint.urbs.length > 0) this.#waiting.push(endpoint);
  }

  /** An interrupt for something else, such as the start of a frame. */
  interrupt(): void {
    if (this.#isInService) return;
    this.#isInService = true;
    this.#assert();
  }

  /** The handler is done: what was started meanwhile and needs no device any more stops now, for another interrupt. */
  acknowledge(isMoreDue: boolean): void {
    for (const urb of this.#soon.splice(0)) this.#halt(this.#endpointOf(urb), urb);
    this.#isInService = false;
    if (isMoreDue || !this.isEmpty) this.interrupt();
  }

  #halt(endpoint: Endpoint | null, urb: Urb | null): void {
    const isPart = endpoint !== null && endpoint.parts > 1;
    if (endpoint !== null) endpoint.parts -= 1;
    if (urb !== null && !isPart) urb.finishedNs = this.#now();
    this.#halts.push({ endpoint, urb: isPart ? null : urb });
    this.interrupt();
  }

  #endpointOf(urb: Urb): Endpoint {
    const known = this.#endpoints.find((endpoint) => endpoint.has(urb));
    if (known !== undefined) return known;
    const endpoint = new Endpoint(urb);
    this.#endpoints.push(endpoint);
    return endpoint;
  }
}
