import type { Claims } from './claims/claim.ts';
import type { Letter } from './ingest/letter.ts';
import type { Model } from './model/hcd.ts';
import type { TreeSource } from './model/profile-from-tree.ts';
import type { Problem } from './problem.ts';
import type { Replayed } from './replay/replay.ts';
import type { Report } from './report.ts';
import type { Series } from './series/series.ts';
import type { Audited, Judgement } from './verdict/verdict.ts';

/** The letters of a thread, and what their reader complained about. */
export interface Thread {
  readonly letters: readonly Letter[];
  readonly problems: readonly Problem[];
  readonly input: Report['input'];
  /** The sources the series is for, when somebody has them; else the diff or the text must do. */
  readonly source?: TreeSource;
}

/** What one evaluation is asked. */
export interface Evaluation extends Thread {
  readonly toolVersion: string;
  readonly seed: number;
  /** Paired draws for each claim. */
  readonly draws: number;
  /** The command line that gives this report again. */
  readonly command: string;
  /** Told as each stage begins, and once when all is done; it must not change anything. */
  readonly onStage?: (stage: 'claims' | 'model' | 'replay' | 'verdict' | 'done') => void;
  /** Claims whose parts are given out to be played at the same time; one unless told otherwise. */
  readonly claimsAtOnce?: number;
  /** Told before each claim is replayed, and when no more are left to begin; it must not change anything. */
  readonly onReplay?: (done: number, total: number, what: string) => void;
}

/** What the mails say, before anything is simulated. */
export interface Understood {
  readonly series: Series | null;
  readonly claims: Claims;
  readonly audited: Audited;
  readonly model: Model | null;
  readonly problems: readonly Problem[];
}

/** Everything a report is made of. */
export interface Evaluated {
  readonly asked: Evaluation;
  readonly understood: Understood;
  /** By claim id; empty when nothing is modelled. */
  readonly replays: ReadonlyMap<string, Replayed>;
  readonly judgement: Judgement;
}
