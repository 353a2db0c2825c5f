import type { FurthestAhead } from '../ports/store.ts';
import type { ServiceSettings } from './service-settings.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Clocks of several machines differ, and a process that waits for the store asks with the time it had before. */
const SKEW_MS = 60_000;

/** No date of the store is further ahead while every clock is right: one that is comes from a clock that was not. */
export function furthestAhead({ limits, lists }: ServiceSettings): FurthestAhead {
  const embargoes = Object.values(lists).map(({ embargoHours }) => embargoHours * HOUR_MS);
  return {
    claimMs: SKEW_MS,
    evaluationMs: limits.quietPeriodMinutes * 60 * SECOND_MS + SKEW_MS,
    postMs: Math.max(limits.post.retrySecondsMax * SECOND_MS, ...embargoes) + SKEW_MS,
  };
}
