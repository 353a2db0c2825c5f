import type { PlayedPart, ReplayPart } from '../../replay/replay-claim.ts';

/** Somebody else who may play parts: workers on other machines. Nobody needs to, and nobody is waited for in vain. */
export interface Helpers {
  offer(parts: readonly ReplayPart[]): OfferedShare;
}

/** Parts that were offered together. */
export interface OfferedShare {
  /** What they gave; null when they are to be played here after all. Never rejects. */
  readonly played: Promise<readonly PlayedPart[] | null>;
  /** Here is time for them now. True when nobody had begun, and nobody will: then `played` is null. Never rejects. */
  takeBack(): Promise<boolean>;
}

/** When parts are offered to others. */
export interface SpreadLimits {
  /** So many may wait here and are not offered. */
  readonly partsMin: number;
  /** Playing has to take so long before anything is offered. */
  readonly afterMs: number;
  /** Parts that are offered together. */
  readonly partsPerShare: number;
}
