/** How much was done lately, and whether there is room for more. */
export class Pace {
  readonly #most: number;
  readonly #spanMs: number;
  #times: readonly number[] = [];

  /** At most so many in any span of this length. */
  constructor(most: number, spanMs: number) {
    this.#most = most;
    this.#spanMs = spanMs;
  }

  /** 0 where it may be done, which counts it; else the seconds until it may. */
  take(nowMs: number): number {
    // A clock that was put back leaves times that are yet to come; they count no more.
    this.#times = this.#times.filter((time) => Math.abs(nowMs - time) < this.#spanMs);
    const [oldest] = this.#times;
    if (oldest !== undefined && this.#times.length >= this.#most)
      return Math.max(1, Math.ceil((oldest + this.#spanMs - nowMs) / 1_000));
    this.#times = [...this.#times, nowMs];
    return 0;
  }
}
