/** How long each stage took, by a clock that nobody can set. */
export class StageClock {
  readonly stageMs: Record<string, number> = {};
  #stage: string;
  #begunMs = performance.now();

  constructor(first: string) {
    this.#stage = first;
  }

  /** The stage before is over; "done" is none. */
  begin(stage: string): void {
    const nowMs = performance.now();
    this.stageMs[this.#stage] = (this.stageMs[this.#stage] ?? 0) + nowMs - this.#begunMs;
    [this.#stage, this.#begunMs] = [stage, nowMs];
  }
}
