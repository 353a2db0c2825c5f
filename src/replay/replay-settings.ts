import type { Era } from '../model/hcd.ts';
import type { CostName } from '../simulator/costs.ts';

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

/** A number with its unit and where it comes from; with `low` and `high` it is a prior: 5 and 95 % of a log-normal. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly source: string;
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

/** A value that depends on the kernel: candidates of the era at hand are drawn by weight. */
export interface Candidate<T> {
  readonly value: T;
  readonly weight: number;
  readonly eras: readonly Era[];
  readonly source: string;
}

/** `patterns`: words, in lower case, of a mail that name the device. */
export type DeviceFile =
  | {
      readonly kind: 'storage';
      readonly patterns: readonly string[];
      readonly speed: 'full' | 'high' | 'super';
      readonly transferBytes: readonly (Candidate<number> & { readonly unit: string })[];
      readonly deviceNs: Figure;
    }
  | {
      readonly kind: 'uas';
      readonly patterns: readonly string[];
      readonly transferBytes: Figure;
      readonly deviceNs: Figure;
      readonly queueDepth: Figure;
    }
  | {
      readonly kind: 'ethernet';
      readonly patterns: readonly string[];
      readonly linkBitsPerSec: Figure;
      readonly rx: EthernetUrbs;
      readonly tx: EthernetUrbs;
    }
  | {
      readonly kind: 'camera';
      readonly patterns: readonly string[];
      readonly frameBytes: Figure;
      readonly packetsPerUrb: Figure;
      readonly packetBytes: Figure;
      readonly urbs: Figure;
      readonly intervalNs: Figure;
      readonly copyInCompletion: readonly Candidate<boolean>[];
    }
  | {
      readonly kind: 'pwc';
      readonly patterns: readonly string[];
      readonly bufferBytes: Figure;
      readonly packetsPerUrb: Figure;
      readonly urbs: Figure;
      readonly intervalNs: Figure;
    }
  | {
      readonly kind: 'usbnet';
      readonly patterns: readonly string[];
      readonly packetsPerSec: Figure;
      readonly profileScatter: Figure;
    }
  | {
      readonly kind: 'usbnet-tx';
      readonly patterns: readonly string[];
      /** What tx_qlen is made of. */
      readonly queueBytes: Figure;
      readonly superQueues: Figure;
      readonly fullUrbs: Figure;
      readonly hardMtuBytes: Figure;
      readonly probeBytes: Figure;
      readonly memoryBytes: Figure;
      readonly burstBytes: Figure;
      /** Of a round trip, what is not the way from the queue to the wire. */
      readonly pingRestNs: Figure;
      readonly beforeWithinFactor: Figure;
      readonly linkFilledPercent: Figure;
      readonly links: readonly {
        readonly bitsPerSec: number;
        readonly patterns: readonly string[];
        /** Class of a machine that fills the link and that the text says nothing of. */
        readonly machineUnsaid?: string | undefined;
        readonly source: string;
      }[];
    }
  | { readonly kind: 'hid'; readonly patterns: readonly string[]; readonly intervalNs: Figure }
  | {
      readonly kind: 'gadget-storage';
      readonly patterns: readonly string[];
      readonly speed: 'high' | 'super';
      /** What the host asks for with one command. */
      readonly commandBytes: Figure;
      /** How many times as fast as the figure before the backing file alone is, and how its times spread. */
      readonly backingTimes: Figure;
      readonly backingCv: Figure;
      readonly isBackingBusy: readonly Candidate<boolean>[];
      readonly hostNs: Figure;
      readonly hostPhaseNs: Figure;
    }
  | {
      readonly kind: 'gadget-ethernet';
      /** Words that name the protocol of the link. */
      readonly patterns: readonly string[];
      /** Frames that one request carries. */
      readonly framesPerRequest: Figure;
      /** Which way the frames of a figure went whose text does not say it: seen from the gadget. */
      readonly direction: readonly Candidate<'rx' | 'tx'>[];
      /** What keeps a link that is not full from carrying more. */
      readonly heldBackBy: readonly Candidate<'sender' | 'stack' | 'requests'>[];
    }
  | {
      readonly kind: 'audio';
      readonly patterns: readonly string[];
      readonly packetBytes: Figure;
      readonly intervalNs: Figure;
      readonly in: AudioUrbs;
      readonly out: AudioUrbs;
    };

/** Recording and playing queue differently. */
export interface AudioUrbs {
  readonly packetsPerUrb: Figure;
  readonly urbs: Figure;
}

export interface EthernetUrbs {
  readonly urbBytes: Figure;
  readonly urbs: Figure;
  readonly coalesceNs: Figure;
}

export interface ReplayLimits {
  /** Simulation and closed form may differ by this much before nothing is published. */
  readonly selfCheckPercent: number;
  /** A calibrated run may miss the before figure by this much. */
  readonly calibrationPercent: number;
  readonly calibrationRunsMost: number;
  /** A cost that has a prior is fitted no further from its drawn value than this factor. */
  readonly fittedWithinFactor: number;
  /** Fewer draws than this share that can match the before figure: the model does not describe the set-up. */
  readonly matchedLeastPercent: number;
  /** Changes within ± this are no effect; what more draws are spent on deciding. */
  readonly equivalencePercent: number;
  /** Spread of the model's own error: sigma of the logarithm of a difference. */
  readonly discrepancySigma: number;
  /** Latin hypercubes, of as many draws as were asked for each, before an undecided claim is left undecided. */
  readonly cubesMost: number;
  /** Walks of Morris's screening. */
  readonly trajectories: number;
  /** Base sample of Sobol's indices, and how many of the parameters screened are ranked by them. */
  readonly sobolBase: number;
  readonly sobolParametersMost: number;
  /** The base sample where each outcome takes runs instead of a formula. */
  readonly sobolBaseOfRuns: number;
  /** Draws that one thread plays in one go. */
  readonly drawsPerPart: number;
  /** A clock that a text gives is believed within this factor of the class's own. */
  readonly clockWithinFactor: number;
  /** Assumed when neither the text nor the tree shows the era. */
  readonly eraUnsaid: Era;
  /** Frames of Ethernet where the text gives no size, in bytes without FCS. */
  readonly frameBytesUnsaid: number;
  /** Length of a run after warm-up, in what the workload counts. */
  readonly commandsPerRun: number;
  readonly queuedCommandsPerRun: number;
  readonly urbsPerRun: number;
  readonly picturesPerRun: number;
  readonly networkFramesPerRun: number;
  /** A run longer than this is not played: the figure is no rate of anything that moves. */
  readonly windowNsMost: number;
  /** Sizes that a frame of Ethernet can have, without FCS. */
  readonly frameBytesLeast: number;
  readonly frameBytesMost: number;
  /** A buffer larger than this is not one URB's. */
  readonly bufferBytesMost: number;
  /** How much longer a run is that has to tell a hindered rate from one counted too briefly. */
  readonly longerRunFactor: number;
  /**
   * What is shown of one run: no more simulated time than this, no more than so many times the longest window before
   * the change, or nothing could be seen of it, and no more windows than this on either side.
   */
  readonly timelineSpanNs: number;
  readonly timelineLongestTimes: number;
  readonly timelineWindowsMost: number;
  /** Simulated time of a run that only looks for a deadlock. */
  readonly probeNs: number;
}
