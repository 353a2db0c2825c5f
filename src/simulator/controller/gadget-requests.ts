import type { Urb } from '../parts.ts';

/** The requests of a MUSB in device mode: req_list of each direction, of which the first is under way. */
export class GadgetRequests {
  readonly #lists: Readonly<Record<Urb['direction'], Urb[]>> = { in: [], out: [] };
  /** A request is being given back: nobody else starts the next one. */
  readonly #isBusy = { in: false, out: false };

  /** @returns whether it is to be started at once */
  add(urb: Urb): boolean {
    const list = this.#lists[urb.direction];
    list.push(urb);
    return list.length === 1 && !this.#isBusy[urb.direction];
  }

  /** The first request is through. */
  begin(direction: Urb['direction'], nowNs: number): Urb | null {
    const urb = this.#lists[direction].shift() ?? null;
    if (urb !== null) urb.finishedNs = nowNs;
    this.#isBusy[direction] = true;
    return urb;
  }

  /** It has been given back. @returns the one to start */
  end(direction: Urb['direction']): Urb | null {
    this.#isBusy[direction] = false;
    return this.#lists[direction][0] ?? null;
  }
}
