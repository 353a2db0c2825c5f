import type { Claim } from '../claims/claim.ts';
import type { Model } from '../model/hcd.ts';
import { machineOf } from './machine.ts';
import type { Play } from './play-draws.ts';
import type { NotReplayed } from './replay.ts';
import type { ReplaySettings } from './replay-settings.ts';
import { notPlayable, sceneOf } from './scene-of.ts';
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
  const sides = sidesOf(claim, model);
  const why = notPlayable(claim) ?? (areAlike(sides) ? nothingPlayed(model) : null);
  if (why !== null) return why;
  const scene = sceneOf({ claim, model, machine, settings, beside: run.beside ?? [] });
  return 'code' in scene ? scene : { scene, sides, claim, settings, run };
}

/** What the series changes, when nothing of it is among what a run could show. */
function nothingPlayed({ unmodelled }: Model): NotReplayed {
  const named = unmodelled.map(({ file, why }) => ({ file, pattern: patternIn(why) }));
  const known = named.find(({ pattern }) => pattern !== null);
  const first = known ?? named[0];
  if (first === undefined)
    return notModelled('the series changes nothing of the giveback path that the model plays');
  if (first.pattern === null)
    return notModelled(`what the series changes in ${first.file} is not among what the model plays`);
  return notModelled(
    `the series changes the ${first.pattern} (${first.file}), which the model does not play`,
  );
}

/** "number of URBs (P14): ..." is of a pattern with a name. */
function patternIn(why: string): string | null {
  const end = why.indexOf(' (P');
  return end > 0 && end < PATTERN_CHARACTERS_MAX ? why.slice(0, end) : null;
}

const PATTERN_CHARACTERS_MAX = 80;

function notModelled(because: string): NotReplayed {
  return { code: 'not-modelled', because };
}
