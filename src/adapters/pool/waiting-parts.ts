import type { PlayedPart, ReplayPart } from '../../replay/replay-claim.ts';
import type { Helpers, OfferedShare, SpreadLimits } from './helpers.ts';

/** A part that nobody plays yet, and who waits for it. */
export interface WaitingPart {
  readonly part: ReplayPart;
  resolve(played: PlayedPart): void;
  reject(error: unknown): void;
}

/** With whom parts are shared, and when. `isAsPlayedHere` looks at what somebody else gave. */
export interface Spread {
  readonly helpers: Helpers;
  readonly limits: SpreadLimits;
  isAsPlayedHere(part: ReplayPart, played: PlayedPart): boolean;
}

/**
 * Parts in the order in which they are played here. Once that has taken long, the last of them are offered to others;
 * what nobody took comes back when there is nothing else to play.
 */
export class WaitingParts {
  readonly #spread: Spread | null;
  readonly #onMore: () => void;
  readonly #begunMs = performance.now();
  #parts: WaitingPart[] = [];
  /** Were offered once, and are not again. */
  #back: WaitingPart[] = [];
  /** The one that comes back next is the first. */
  #offered: OfferedShare[] = [];
  #isTakingBack = false;

  /** @param onMore  parts have come back */
  constructor(spread: Spread | null, onMore: () => void) {
    this.#spread = spread;
    this.#onMore = onMore;
  }

  add(part: WaitingPart): void {
    this.#parts.push(part);
  }

  /** The next one to play here; null while there is none. */
  next(): WaitingPart | null {
    const next = this.#back.shift() ?? this.#parts.shift() ?? null;
    if (next === null) void this.#takeOneBack();
    else this.#offerLast();
    return next;
  }

  /** One at a time, and only one: the others may find somebody yet. */
  async #takeOneBack(): Promise<void> {
    if (this.#isTakingBack) return;
    this.#isTakingBack = true;
    for (const share of this.#offered) if (await share.takeBack()) break;
    this.#isTakingBack = false;
  }

  #offerLast(): void {
    if (this.#spread === null) return;
    const { partsMin, partsPerShare, afterMs } = this.#spread.limits;
    if (performance.now() - this.#begunMs < afterMs) return;
    while (this.#parts.length > partsMin) {
      const count = Math.min(partsPerShare, this.#parts.length - partsMin);
      this.#offer(this.#parts.splice(-count), this.#spread);
    }
  }

  #offer(some: readonly WaitingPart[], { helpers, isAsPlayedHere }: Spread): void {
    const share = helpers.offer(some.map(({ part }) => part));
    this.#offered.push(share);
    void share.played.then((played) => {
      this.#offered = this.#offered.filter((one) => one !== share);
      const isTrusted = played?.length === some.length && isFirstAsHere(some, played, isAsPlayedHere);
      if (isTrusted) for (const [at, { resolve }] of some.entries()) resolve(played[at] ?? []);
      else this.#back.push(...some);
      this.#onMore();
    });
  }
}

/** One of a share is looked at: whoever plays by other rules gives other figures everywhere. */
function isFirstAsHere(
  [first]: readonly WaitingPart[],
  [played]: readonly PlayedPart[],
  isAsPlayedHere: Spread['isAsPlayedHere'],
): boolean {
  return first !== undefined && played !== undefined && isAsPlayedHere(first.part, played);
}
