import type { PlannedPost } from './outbox-store.ts';

/** Checks that say how far an evaluation is, before there is a verdict of their commit. */
export interface CheckStore {
  /** Plans the post in the place of the step before it, where that has not left. False when it was planned before. */
  stepCheck(post: PlannedPost, nowMs: number): Promise<boolean>;
  /** Checks that promise a verdict while no evaluation of their commit is planned any more. */
  listLapsedChecks(): Promise<readonly Pick<PlannedPost, 'target' | 'thread' | 'list'>[]>;
  /** The promise is over; the post is planned where it may have been heard. False when it is not. */
  giveUpCheck(target: string, post: PlannedPost | null, nowMs: number): Promise<boolean>;
}
