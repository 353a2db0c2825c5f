import type { Store } from '../src/ports/store.ts';
import { stageTimeOf, type TimedStage } from '../src/service/stage-times.ts';

/** Gathers how long stages took, to be written to the store now and then: a mail is not worth a write of its own. */
export class StageTimes {
  #times = new Map<string, number>();

  note(stage: TimedStage, ms: number): void {
    for (const [key, value] of stageTimeOf(stage, ms / 1_000))
      this.#times.set(key, (this.#times.get(key) ?? 0) + value);
  }

  /** What a store does not take is kept for the next time. */
  async write(store: Pick<Store, 'addStageTimes'>): Promise<void> {
    const times = this.#times;
    this.#times = new Map();
    try {
      await store.addStageTimes(times);
    } catch (error) {
      for (const [key, value] of times) this.#times.set(key, (this.#times.get(key) ?? 0) + value);
      throw error;
    }
  }
}
