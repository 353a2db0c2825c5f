import type { Report } from '../report.ts';
import type { PlannedPost } from './outbox-store.ts';

/** The evaluations of a thread, run by run, and what each left behind. */
export interface EvaluationStore {
  findEvaluation(key: string): Promise<PlannedEvaluation | null>;
  /** A run more than there is, due at once; one that waits already for the same becomes due. */
  planRun(thread: string, nowMs: number, asked?: Asked): Promise<PlannedEvaluation | null>;
  /** Drops the runs of a thread that wait, and the posts that have not left. Gives how many there were. */
  cancelThread(thread: string, because: string, nowMs: number): Promise<number>;
  settleEvaluation(outcome: EvaluationOutcome): Promise<void>;
  /** It can not be as somebody asked: it is over without a report. */
  refuseEvaluation(refused: RefusedEvaluation): Promise<void>;
  /** Of what is there as it is. */
  latestReport(thread: string): Promise<StoredReport | null>;
  listReports(limit: number): Promise<readonly StoredReport[]>;
  listSilences(thread: string): Promise<readonly string[]>;
  /** Why a mail of the thread led to nothing, beside what its evaluations leave; once for each reason. */
  noteSilence(thread: string, because: string, nowMs: number): Promise<void>;
}

/** A thread to be evaluated once more. `run` counts from 1; an old run keeps its report. */
export interface PlannedEvaluation {
  readonly key: string;
  readonly thread: string;
  readonly list: string;
  readonly run: number;
  readonly dueAtMs: number;
  readonly state: 'planned' | 'done' | 'dead' | 'dropped';
  readonly because: string | null;
  /** Null for the evaluation of what is there as it is. */
  readonly asked: Asked | null;
}

/** What somebody wants an evaluation to stand on. Its report stands beside the other one, and never in its place. */
export interface Asked {
  readonly by: string;
  /** Costs by their names in config/costs, in their units there. */
  readonly assume: Readonly<Record<string, number>>;
  readonly base: { readonly tree: string; readonly commit: string } | null;
  /** Message-ID of a series that this one stands on. */
  readonly depends: string | null;
  readonly reply: ReplyTo | null;
}

/** Where an answer goes that only one person asked for. */
export type ReplyTo =
  | { readonly kind: 'comment'; readonly topic: string; readonly commentId: number }
  | {
      readonly kind: 'mail';
      /** The sender of the command, and nobody else. */
      readonly address: string;
      readonly messageId: string;
      readonly references: readonly string[];
      readonly subject: string;
      /** The command as it was written. */
      readonly line: string;
    };

/** Everything an evaluation leaves behind, written in one transaction. */
export interface EvaluationOutcome {
  readonly evaluation: PlannedEvaluation;
  readonly report: Report;
  readonly posts: readonly PlannedPost[];
  /** Why nothing, or less, was said. */
  readonly silences: readonly string[];
  readonly nowMs: number;
}

export interface RefusedEvaluation {
  readonly evaluation: PlannedEvaluation;
  readonly because: string;
  /** What is told to who asked. */
  readonly posts: readonly PlannedPost[];
  readonly nowMs: number;
}

export interface StoredReport {
  readonly key: string;
  readonly thread: string;
  readonly list: string;
  readonly run: number;
  readonly report: Report;
  readonly asked: Asked | null;
  readonly atMs: number;
}
