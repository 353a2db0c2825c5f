import { directionOf } from './decided.ts';
import { type Influence, type Outcome, screen, totalIndices } from './influence.ts';
import { closedFormPercent } from './inverse.ts';
import { parametersOf } from './parameters-of.ts';
import type { Play } from './play-draws.ts';
import type { Percentiles } from './replay.ts';

/**
 * The parameters that decide a claim's difference, most of all first. They are screened by Morris's method; where the
 * interval leaves the verdict open, the strongest are ranked again by Sobol's total indices. Both ask the closed form,
 * which the self-check has compared with the simulation at every draw; where there is none, the simulation.
 */
export function decidersOf(play: Play, deltaPercent: Percentiles): readonly Influence[] {
  const { scene, sides, claim, run, settings } = play;
  const { trajectories, sobolParametersMost, equivalencePercent } = settings.limits;
  const target = claim.before?.base ?? null;
  const outcome: Outcome = (draw) =>
    closedFormPercent(scene, sides, { setting: scene.settingAt(draw), target });
  const screened = screen(parametersOf(scene), outcome, { seed: run.seed, trajectories });
  if (directionOf(deltaPercent.p05, deltaPercent.p95, equivalencePercent) !== 'open') return screened;
  const strongest = screened.slice(0, sobolParametersMost).map(({ parameter }) => parameter);
  return totalIndices(strongest, outcome, { seed: run.seed, base: baseOf(play) });
}

function baseOf({ scene, settings: { limits } }: Play): number {
  return scene.isWithoutFormula ? limits.sobolBaseOfRuns : limits.sobolBase;
}
