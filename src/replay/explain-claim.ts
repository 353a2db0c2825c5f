import { confoundersOf } from './confounders.ts';
import { counterfactualsOf } from './counterfactual.ts';
import { decidersOf } from './deciders.ts';
import { MEDIAN_DRAW } from './draws.ts';
import type { Explanation } from './explanation.ts';
import type { Play } from './play-draws.ts';
import { type PlayOf, playOf } from './play-of.ts';
import type { Replayed } from './replay.ts';

/**
 * Why a claim's replay came out as it did: how the draws ended, what decides, what the series would do without each of
 * its changes, and what else could have moved the figure. null for a claim that was not replayed.
 *
 * @param asked     what `replayClaim` was asked
 * @param replayed  what it answered
 */
export function explainClaim(asked: PlayOf, replayed: Replayed): Explanation | null {
  const play = playOf(asked);
  if ('code' in play || replayed.did === 'not') return null;
  return {
    ending: replayed.ending ?? null,
    influences: decidersOf(play, replayed.replay.deltaPercent),
    counterfactuals: counterfactualsOf(play, asked.model),
    confounders: confoundersOf(play),
    setUp: setUpOf(play),
  };
}

function setUpOf({ scene }: Play): string | null {
  const { workload } = scene.settingAt(MEDIAN_DRAW);
  if (!('isBehindHub' in workload) || workload.isBehindHub !== true) return null;
  if (workload.kind === 'pwc')
    return 'the camera is behind a high-speed hub, as the text says, before and after';
  return 'the device of full speed is behind a high-speed hub: the controller has no other way to it';
}
