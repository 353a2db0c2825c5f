import type { Ground } from './ground.ts';

/** One row of the table of faults. */
export interface Scenario {
  /** "F04" */
  readonly id: string;
  readonly fault: string;
  /** How long it may take before it is given up as broken, on a busy machine; ten minutes where it is not said. */
  readonly minutesMax?: number;
  /**
   * Does it to processes of our own. Gives what was not as it should be; empty when all was.
   * @throws NotRun where this machine lacks what it takes
   */
  run(ground: Ground): Promise<readonly string[]>;
}

/** This machine can not do it, and why. */
export class NotRun extends Error {}
