import type { LockWatch } from './deadlock.ts';
import type { Engine } from './engine.ts';
import type { IdleState } from './experiment.ts';
import type { Deadlock } from './measurement.ts';
import type { Monitor } from './monitor.ts';
import type { Code } from './program.ts';

/** What all cores of a machine share. */
export interface Board {
  readonly engine: Engine;
  readonly code: Code;
  readonly monitor: Monitor;
  readonly watch: LockWatch;
  readonly idleStates: readonly IdleState[];
  /** Set by the run that ends in it. */
  deadlock: Deadlock | null;
}
