import type { Claim } from '../claims/claim.ts';
import type { Model } from '../model/hcd.ts';
import { machineOf } from './machine.ts';
import type { Play } from './play-draws.ts';
import type { NotReplayed } from './replay.ts';
import type { ReplaySettings } from './replay-settings.ts';
import { sceneOf } from './scene-of.ts';
import { areAlike, sidesOf } from './sides-of.ts';

/** A claim with all that a replay of it needs to know. */
export interface PlayOf {
  readonly claim: Claim;
  readonly model: Model;
  readonly settings: ReplaySettings;
  readonly run: Play['run'] & { readonly beside?: readonly Claim[] };
}

/** Sets the scene of a claim, or says why there is nothing to play. */
export function playOf({ claim, model, settings, run }: PlayOf): Play | NotReplayed {
  const machine = machineOf(claim.machine, settings);
  const scene = sceneOf({ claim, model, machine, settings, beside: run.beside ?? [] });
  if ('code' in scene) return scene;
  const sides = sidesOf(claim, model);
  if (!areAlike(sides)) return { scene, sides, claim, settings, run };
  const because = 'the series changes nothing of the giveback path that the model plays';
  return { code: 'not-modelled', because };
}
