import type { CostName } from '../simulator/costs.ts';
import type { DeviceFile } from './device-file.ts';
import type { Candidate, Figure } from './figure.ts';
import type { ReplayLimits } from './replay-limits.ts';

/**
 * What config/ tells the replay, file by file and unchanged:
 *
 *     config/costs/<class>.json     CostFile      a machine class: its costs, or a mixture of other classes
 *     config/machines/<class>.json  MachineFile   words of a mail that name the class
 *     config/devices/<name>.json    DeviceFile    a device and how its class driver drives it
 *     config/confounders.json       ConfounderFile[]
 *     config/loads.json             LoadsFile     what a figure of a load or a count may mean
 *     config/default.json "replay"  ReplayLimits
 *
 * A machine or a device is added by adding a file. Keys of `costs` and `devices` are file names without ".json".
 */
export interface ReplaySettings {
  readonly costs: Readonly<Record<string, CostFile>>;
  readonly machines: readonly MachineFile[];
  readonly devices: Readonly<Record<string, DeviceFile>>;
  readonly confounders: readonly ConfounderFile[];
  readonly loads: LoadsFile;
  readonly limits: ReplayLimits;
}

/** A cost that is the same memory or the same path as another one on this class of machine. */
export interface SameAs {
  readonly sameAs: CostName;
  readonly source: string;
}

export type CostFile = Readonly<Record<CostName, Figure | SameAs>> | Mixture;

/** A text that leaves the class open: each draw takes one class, by weight. */
export interface Mixture {
  readonly source: string;
  readonly mixture: readonly { readonly class: string; readonly weight: number }[];
}

/** Something that may differ between two measurements without any patch. `classes`: machines it exists on, all without. */
export type ConfounderFile = {
  readonly name: string;
  readonly classes?: readonly string[] | undefined;
  readonly source: string;
} & (
  | { readonly does: 'adds'; readonly to: CostName; readonly lowNs: number; readonly highNs: number }
  /** All costs grow by a factor. */
  | { readonly does: 'slows'; readonly lowFactor: number; readonly highFactor: number }
  /** The application's threads run on a core that is not interrupted, and are woken over there. */
  | { readonly does: 'parts'; readonly lowIpiNs: number; readonly highIpiNs: number }
  /** An idle core sinks into these states, from shallow to deep. */
  | {
      readonly does: 'idles';
      readonly states: readonly { readonly exitNs: number; readonly residencyNs: number }[];
    }
);

/** What a figure may mean whose text does not say how it was counted. */
export interface LoadsFile {
  /** CPUs whose full load is called 100 %. */
  readonly cpusCounted: readonly Candidate<number>[];
  /** Whether a count of context switches holds those to the idle task. */
  readonly idleCounted: readonly Candidate<boolean>[];
  /** Request whose time a latency of a disk is. */
  readonly requestBytesUnsaid: readonly Candidate<number>[];
  /** A count is fitted no further than this from what a run shows, as a factor. */
  readonly eventsWithinFactor: Figure;
  /** Share of its link that a network stream fills. */
  readonly linkShareUnsaid: Figure;
  /** Bytes of one entry of a disk's scatter list, where the controller takes one URB for each. */
  readonly scatterEntryBytes: Figure;
}

/** Words, in lower case, that name a machine of this class; the longest one found in the text decides. */
export interface MachineFile {
  readonly class: string;
  readonly patterns: readonly string[];
  /** Clock at which the costs of the class hold; absent for a mixture, which has none. */
  readonly clockMhz?: number | undefined;
}
