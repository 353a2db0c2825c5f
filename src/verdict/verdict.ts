import type { WorkloadName } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import type { ClaimLimit, Outcome, Verdict } from '../report.ts';
import type { Limits } from './limits.ts';

/** What arithmetic on a claim's own figures shows; no simulator has run. */
export interface AuditedClaim {
  /** The physical ceilings that apply, lowest first. `base` is in the claim's base unit. */
  readonly limits: readonly ClaimLimit[];
  /** The highest ceiling of a kind, when the figure lies above every counting convention of that kind. */
  readonly beyond: ClaimLimit | null;
  /** What arithmetic confirms of a figure that stands alone: "120 MB/s in commands of 120 KiB …". */
  readonly closes: string | null;
  /** What the claims stage read, then what arithmetic adds. */
  readonly findings: readonly Finding[];
}

/** Findings of the mails as a whole name the claims they speak of. */
export type SeriesFinding = Finding & { readonly claims: readonly string[] };

export interface Audited {
  /** By claim id; every claim has an entry. */
  readonly byClaim: ReadonlyMap<string, AuditedClaim>;
  readonly findings: readonly SeriesFinding[];
}

/** One workload run on the model with the change, to see whether a hazard of the code shows itself. */
export interface Probe {
  /** In plain words: "a mouse", "usb-storage". */
  readonly workload: string;
  /** The run came to a lock that nobody can give back. */
  readonly deadlocks: boolean;
}

/** A measurement that would decide an open claim. */
export interface Settle {
  /** Runs a side for an 80 % chance to see the claimed effect at the 5 % level; null when no number of runs decides. */
  readonly runs: number | null;
  readonly command: string | null;
  readonly counter: string | null;
}

export interface JudgedClaim {
  readonly verdict: Verdict;
  /** One sentence with the numbers. */
  readonly because: string;
  /** null when nothing is open. */
  readonly settle: Settle | null;
}

/** The whole judgement: everything of the report that is an opinion. */
export interface Judgement {
  readonly byClaim: ReadonlyMap<string, JudgedClaim>;
  readonly outcome: Outcome;
  readonly summary: string;
}

/** A number of config/ with its range; `low` and `high` bound what is met in practice. */
export interface Prior {
  readonly value: number;
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly source: string;
}

export type NoisyMetric = 'latency' | 'tail' | 'cpu-load' | 'irq-rate' | 'context-switch-rate' | 'loss';

/** What a benchmark scatters when its author does not say: config/noise.json. */
export interface Noise {
  /** Run-to-run coefficient of variation. */
  readonly cvPercent: Readonly<Record<WorkloadName, Prior>>;
  /** The same of what is not a rate, where that scatters more. `tail`: latencies from the 99th percentile on. */
  readonly cvPercentOf: Readonly<Record<NoisyMetric, Prior>>;
  /** Numbers of runs to try where a ± comes without one. */
  readonly possibleRuns: { readonly value: readonly number[] };
}

/** The "verdict" section of config/default.json, with config/limits.json and config/noise.json beside it. */
export interface VerdictSettings {
  /** No difference below this is called an effect, however quiet the benchmark. */
  readonly marginPercentMin: number;
  /** A figure this far above the highest convention is beyond the limit. */
  readonly beyondPercent: number;
  /** Where only one side is so many times the ceiling, the two may have gone over different links. */
  readonly otherLinkFactor: number;
  /** From this share of a ceiling on, the figure is cut off by it. */
  readonly saturatedPercent: number;
  /** How far "about" and "~" may lie from the figures, relative to what is stated. */
  readonly aboutPercent: number;
  /** A stated figure this near to the figures is right, whatever digits it is printed with. */
  readonly nearlyPercent: number;
  /** A stated figure that misses by more than this, relative to the figures, is an error and not a warning. */
  readonly plainMismatchPercent: number;
  /** Products of rate and time that differ by less than this factor are never called into question. */
  readonly productFactorMin: number;
  /** ... and by less than this many standard errors neither. */
  readonly productSigmasMin: number;
  /** Rate over IOPS is the block; blocks that differ by less, or statistics of one run that do, are the same. */
  readonly blockTolerancePercent: number;
  /** IOPS times latency is what was outstanding; below this factor the load counts as the same. */
  readonly outstandingFactorMin: number;
  /** "No regression" is shown when the difference is proved to lie within ± this. */
  readonly equivalentPercent: number;
  /** A metric that is worse by less is not called worse. */
  readonly worsePercentMin: number;
  /** From here on a worse metric that the text leaves out is a warning. */
  readonly worsePercentWarning: number;
  readonly noise: Noise;
  /** How usb-storage moves one command: for interrupt rates stated beside a transfer rate. */
  readonly storageCommand: {
    readonly urbs: number;
    readonly switchesPerInterrupt: number;
    /** Transfer of one command, smallest first. */
    readonly transferBytes: readonly number[];
    /** Rates in prose are rounded; up to this factor they close. */
    readonly closesWithinFactor: number;
  };
  readonly limits: Limits;
}
