const HOUR_MS = 3_600_000;

/** How many posts left this process within an hour, by a clock that nobody can set: the other one may jump by years. */
export class Pace {
  #atMs: number[] = [];

  note(): void {
    this.#atMs.push(performance.now());
  }

  get inHour(): number {
    const since = performance.now() - HOUR_MS;
    this.#atMs = this.#atMs.filter((at) => at > since);
    return this.#atMs.length;
  }
}
