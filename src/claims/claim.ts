import type { BaseUnit } from '../units/base-unit.ts';
import type { Finding } from './finding.ts';

export type Metric =
  | 'throughput'
  | 'latency'
  | 'time'
  | 'frame-rate'
  | 'cpu-share'
  | 'cpu-load'
  | 'irq-rate'
  | 'context-switch-rate'
  | 'iops'
  | 'packet-rate'
  | 'loss'
  | 'hardirq-time'
  | 'size'
  | 'other';

export type Better = 'higher' | 'lower' | null;

export type WorkloadName =
  | 'storage-read'
  | 'storage-write'
  | 'net-rx'
  | 'net-tx'
  | 'video-capture'
  | 'audio'
  | 'hid'
  | 'cpu-profile'
  | 'memcpy'
  | 'other';

/** What the author's `±` means; "unspecified" until the mail says. */
export type ErrorKind = 'unspecified' | 'sd' | 'se' | 'ci95' | 'range';

/** One configuration's figure. `value` and `error` are as written, in the claim's `unit`; `base` is in its `baseUnit`. */
export interface Side {
  readonly value: number;
  readonly base: number;
  readonly error: number | null;
  readonly errorKind: ErrorKind | null;
  /** Runs behind the figure when the mail says so ("10 times"). */
  readonly runs: number | null;
  /** The configuration in the author's words: "xhci without tasklet". */
  readonly label: string;
}

/** What the prose says of a claim: a percentage, a factor, or a direction alone; `text` is the clause that says it. */
export interface Stated {
  readonly percent: number | null;
  readonly factor: number | null;
  readonly direction: 'up' | 'down' | null;
  readonly text: string;
}

/** Circumstances of the measurement that the mail states; null where it does not. */
export interface Conditions {
  /** The measuring tool: "dd", "pktgen", "vnstat", "perf". Lower case, as the command is called. */
  readonly tools: readonly string[];
  /** Ethernet frame in bytes without FCS, as pktgen counts. */
  readonly frameBytes: number | null;
  /** Buffer or block the figure speaks of, in bytes. */
  readonly bufferBytes: number | null;
  /** Link speed of the USB device where the text says so. */
  readonly speed: 'full' | 'high' | 'super' | null;
  /** The claim's own words name that link, and can mean no other; not there when they do not. */
  readonly isLinkNamed?: true;
  /** The text says that its camera stood behind a hub; not there when it does not. */
  readonly isBehindHub?: true;
}

/** A number that stands in the mail and says how well something does, or two of them. */
export interface Claim {
  /** "c1", "c2", … in order of appearance. */
  readonly id: string;
  readonly metric: Metric;
  /** What was measured, in the author's words: "RX", "usbnet_bh". */
  readonly quantity: string;
  /** As written: "Mbit/s". */
  readonly unit: string;
  readonly baseUnit: BaseUnit;
  readonly better: Better;
  readonly workload: WorkloadName;
  readonly device: string | null;
  readonly machine: string | null;
  /** Without the change. */
  readonly before: Side | null;
  /** With the change, whatever the order in the mail. */
  readonly after: Side | null;
  /** Comparisons of three or more configurations; empty otherwise. */
  readonly values: readonly Side[];
  /** 100 * (after - before) / before from the figures as written; null when a side is missing or before is 0. */
  readonly deltaPercent: number | null;
  readonly stated: Stated | null;
  readonly kind: 'measured' | 'stated-only' | 'qualitative';
  readonly where: { readonly messageId: string | null; readonly line: number; readonly text: string };
  /** Claims of one block share it (the rate and the time of one machine), so that their products can be compared. */
  readonly group: string | null;
  readonly conditions: Conditions;
  /** What reading the text showed: retracted, forced-path, instruction-count-only. Arithmetic comes later. */
  readonly findings: readonly Finding[];
}

/** Everything the letters of a series claim. `findings` speak of the series, or of claims by id. */
export interface Claims {
  readonly claims: readonly Claim[];
  readonly findings: readonly (Finding & { readonly claims: readonly string[] })[];
  /** Ids of claims that got worse and whose getting worse the prose admits; the others may be omitted-worse. */
  readonly mentionedWorse: readonly string[];
}

/** Whether a claim only praises: there is no figure in it and nothing that a model could decide. */
export function isPraise({ kind, stated }: Pick<Claim, 'kind' | 'stated'>): boolean {
  return kind === 'qualitative' && stated?.direction === 'up';
}
