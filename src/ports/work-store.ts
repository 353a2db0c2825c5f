import type { PlannedEvaluation } from './evaluation-store.ts';

/** What the processes of the service tell of their work. */
export interface WorkStore {
  noteProgress(progress: EvaluationProgress): Promise<void>;
  endProgress(evaluation: string): Promise<void>;
  /** Of those that run, by what was told since then: a worker that was killed tells no more. */
  listProgress(
    sinceMs: number,
  ): Promise<readonly (EvaluationProgress & Pick<PlannedEvaluation, 'thread' | 'list' | 'run'>)[]>;
  /** Adds to what is counted under each name. */
  addStageTimes(times: ReadonlyMap<string, number>): Promise<void>;
  listStageTimes(): Promise<ReadonlyMap<string, number>>;
}

/** How far a running evaluation is. */
export interface EvaluationProgress {
  readonly evaluation: string;
  /** Claims that were replayed, of so many. */
  readonly done: number;
  readonly total: number;
  readonly begunAtMs: number;
  readonly atMs: number;
}
