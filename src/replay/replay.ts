/** 5th, 50th and 95th percentile over the draws. */
export interface Percentiles {
  readonly p05: number;
  readonly p50: number;
  readonly p95: number;
}

/** The claim played on the model, before and after, with paired draws. Values are in the claim's base unit. */
export interface Replay {
  readonly before: Percentiles;
  readonly after: Percentiles;
  /** Of the paired differences, in percent of before; the 95 % interval for a qualitative or measured claim. */
  readonly deltaPercent: Percentiles;
  readonly samples: number;
  readonly seed: number;
  /** What was fitted, and to what: "deviceNs to 103.667 MB/s". */
  readonly calibratedOn: string;
  /** The closed form's delta in percent, at the prior medians; null where no closed form exists. */
  readonly closedForm: number | null;
  readonly decidedBy: { readonly parameter: string; readonly share: number } | null;
  /** The strongest parameters, most of all first: `share` of the spread each of them explains, 0..1. */
  readonly sensitivity: readonly { readonly parameter: string; readonly share: number }[];
  /** The value of one parameter that would make the claim true. */
  readonly implied: {
    readonly parameter: string;
    readonly needed: number;
    readonly plausible: { readonly low: number; readonly high: number };
    readonly verdict: 'plausible' | 'implausible';
  } | null;
  /** A short stretch of one run of each side; null when the middle of the priors can not be played. */
  readonly timeline: IrqsOffTimeline | null;
  readonly events: number;
}

/** When the core that the controller interrupts has its interrupts off. Nanoseconds from the first interrupt shown. */
export interface IrqsOffTimeline {
  readonly spanNs: number;
  readonly before: IrqsOffSide;
  readonly after: IrqsOffSide;
}

export interface IrqsOffSide {
  /** Of the whole run, not only of the stretch that is shown. */
  readonly longestNs: number;
  /** In the order of time; none overlap. */
  readonly windows: readonly {
    readonly startNs: number;
    readonly endNs: number;
    /** Who keeps them off. */
    readonly context: 'hardirq' | 'softirq' | 'thread';
  }[];
}

/** Why a claim could not be replayed; a normal result, not an error. */
export interface NotReplayed {
  readonly code: 'not-modelled' | 'not-replayed' | 'self-check-failed' | 'cannot-calibrate';
  readonly because: string;
}

/** How the draws came to an end. */
export interface Ending {
  /** More draws would not have changed the direction; or the budget of draws ended first. */
  readonly stopped: 'decided' | 'budget';
  /** Draws that no value of the fitted parameter could bring to the before figure. */
  readonly discarded: number;
}

export type Replayed =
  /** A replay that was read back from a report has no ending. */
  | {
      readonly did: 'replayed';
      readonly replay: Replay;
      readonly ending?: Ending;
      /** What the claimed figure also hangs on and the model leaves out: it may find for the claim, never against it. */
      readonly leavesOut?: string;
    }
  | { readonly did: 'not'; readonly why: NotReplayed };
