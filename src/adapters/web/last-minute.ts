const MINUTE_MS = 60_000;

/** How much was done in the last minute, and whether there is room for more. */
export class LastMinute {
  readonly #most: number;
  #times: readonly number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** 0 where it may be done, which counts it; else the seconds until it may. */
  take(nowMs: number): number {
    this.#times = this.#times.filter((time) => nowMs - time < MINUTE_MS);
    const [oldest] = this.#times;
    if (oldest !== undefined && this.#times.length >= this.#most)
      return Math.max(1, Math.ceil((oldest + MINUTE_MS - nowMs) / 1_000));
    this.#times = [...this.#times, nowMs];
    return 0;
  }
}
