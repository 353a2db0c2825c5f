import { workerData } from 'piscina';
import { type PlayedPart, playPart, type ReplayPart } from '../../replay/replay-claim.ts';
import type { ReplaySettings } from '../../replay/replay-settings.ts';

const settings: ReplaySettings = workerData;

/** What a thread of the pool runs; the pool finds it by its name. */
export function play(part: ReplayPart): PlayedPart {
  return playPart(part, settings);
}
