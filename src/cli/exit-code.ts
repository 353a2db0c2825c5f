/** What the shell is told. Fixed by the contract: scripts read them. */
export const ExitCode = {
  /** Evaluated, whatever the verdict. */
  evaluated: 0,
  /** A fault of ours: a bug, the network, the disk. */
  ownFault: 1,
  usage: 2,
  /** The input was read and holds nothing to evaluate. */
  nothingToEvaluate: 3,
  /** Not mail, cut off beyond use, or over a limit. */
  unreadable: 4,
  /** The service of this directory runs already, or something it needs is away: try again later. */
  tryLater: 75,
  /** The service will not run as it is set up: a restart can not help. */
  configuration: 78,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
