import type { IdleState } from './experiment.ts';

/** How deep one core sleeps: as deep as a governor lets it that guesses the length right. */
export class Idle {
  readonly #states: readonly IdleState[];
  #sinceNs = 0;

  /** @param states  shallow to deep */
  constructor(states: readonly IdleState[]) {
    this.#states = states;
  }

  begin(nowNs: number): void {
    this.#sinceNs = nowNs;
  }

  /** Time it takes to come out of the state that the core has sunk into by now. */
  exitNs(nowNs: number): number {
    const idleNs = nowNs - this.#sinceNs;
    let exitNs = 0;
    for (const state of this.#states) {
      if (state.residencyNs <= idleNs) exitNs = state.exitNs;
    }
    return exitNs;
  }
}
