import type { ChangeKind } from '../model/hcd.ts';
import type { Influence } from './influence.ts';
import type { Ending, Percentiles } from './replay.ts';

/** Why a replay came out as it did: what `--explain` prints beside the replay itself. */
export interface Explanation {
  readonly ending: Ending | null;
  /** What decides, most of all first. */
  readonly influences: readonly Influence[];
  readonly counterfactuals: readonly Counterfactual[];
  readonly confounders: readonly Confounder[];
  /** What a text told of the set-up that both sides were played in, beyond what its figures show; null for nothing. */
  readonly setUp: string | null;
}

/** The same series without one of its changes. */
export interface Counterfactual {
  readonly without: ChangeKind;
  /** What the rest of the series would do, in percent of before, at medians; null when it deadlocks. */
  readonly deltaPercent: Percentiles | null;
}

/** A circumstance that the mail does not rule out, and the difference it makes without any patch. */
export interface Confounder {
  readonly name: string;
  /** In percent; present on one side only, so that it may stand with either sign. */
  readonly reachPercent: { readonly low: number; readonly high: number };
  /** It alone could give the claimed difference. */
  readonly suffices: boolean;
  readonly source: string;
}
