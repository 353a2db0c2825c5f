import type { Claim } from '../claims/claim.ts';
import type { Model } from '../model/hcd.ts';
import { machineClassOf } from './machine-class.ts';
import { playDraws } from './play-draws.ts';
import type { Replayed } from './replay.ts';
import type { ReplaySettings } from './replay-settings.ts';
import { sceneOf } from './scene-of.ts';
import { areAlike, sidesOf } from './sides-of.ts';
import { summarize } from './summarize.ts';

export interface ReplayRun {
  readonly seed: number;
  readonly draws: number;
  /** The other claims of the thread. Shares of a profile are split by the listing they stand in; default none. */
  readonly beside?: readonly Claim[];
}

/**
 * Plays a claim on the model of its series: fits the simulator to the before figure, runs before and after at every draw
 * of the priors with the same noise, and gives the spread of the difference. Equal seeds give equal bytes.
 *
 * A claim that the model can not play gives the reason in plain words, never a guess. @throws only for a bug in config
 */
export function replayClaim(claim: Claim, model: Model, settings: ReplaySettings, run: ReplayRun): Replayed {
  const machineClass = machineClassOf(claim.machine, settings);
  const asked = { claim, model, machineClass, settings, beside: run.beside ?? [] };
  const scene = sceneOf(asked);
  if ('code' in scene) return { did: 'not', why: scene };
  const sides = sidesOf(claim, model);
  if (areAlike(sides)) {
    return not('not-modelled', 'the series changes nothing of the giveback path that the model plays');
  }
  const played = playDraws({ scene, sides, claim, settings, run });
  return 'code' in played ? { did: 'not', why: played } : { did: 'replayed', replay: summarize(played) };
}

function not(code: 'not-modelled', because: string): Replayed {
  return { did: 'not', why: { code, because } };
}
