import type { Era } from '../model/hcd.ts';

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
