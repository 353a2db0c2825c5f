import type { CostName, Costs } from '../simulator/measurement.ts';
import { solveClosedForm } from './calibrate.ts';
import { MEDIAN_DRAW } from './draws.ts';
import type { Confounder } from './explanation.ts';
import type { Play } from './play-draws.ts';
import { mapCosts } from './priors.ts';
import type { ConfounderFile } from './replay-settings.ts';
import type { Setting } from './scene.ts';

/** Circumstances that could have differed between the two measurements, and how far each would move the figure. */
export function confoundersOf(play: Play): readonly Confounder[] {
  const setting = fittedSetting(play);
  if (setting === null) return [];
  return play.settings.confounders.map((file) => {
    const ends = [file.low, file.high].map((strength) => reachPercent(play, setting, { file, strength }));
    const low = Math.min(...ends);
    const high = Math.max(...ends);
    // Less of it gives less: whatever lies below the most that it can do, it can do.
    const suffices = high > 0 && Math.abs(play.claim.deltaPercent ?? Number.NaN) <= high;
    return { name: file.name, reachPercent: { low, high }, suffices, source: file.source };
  });
}

function fittedSetting({ scene, sides, claim }: Play): Setting | null {
  const setting = scene.settingAt(MEDIAN_DRAW);
  if (scene.knob === null || claim.before === null) return setting;
  return solveClosedForm(scene, setting, { knob: scene.knob, hcd: sides.before, aim: claim.before.base });
}

/** How far the figure moves, in percent and without a sign: it may have been there before, or after. */
function reachPercent(
  { scene, sides }: Play,
  setting: Setting,
  { file, strength }: { readonly file: ConfounderFile; readonly strength: number },
): number {
  const disturbed = { ...setting, costs: disturb(setting.costs, file, strength) };
  const plain = scene.predict(setting, sides.before);
  return Math.abs((100 * (scene.predict(disturbed, sides.before) - plain)) / plain);
}

/** A time is added to one cost; a factor slows down all of them, copying included. */
function disturb(costs: Costs, file: ConfounderFile, strength: number): Costs {
  if (file.adds !== undefined) return { ...costs, [file.adds]: costs[file.adds] + strength };
  const slowed = (name: CostName): number =>
    name.endsWith('PerSec') ? costs[name] / strength : costs[name] * strength;
  return mapCosts(slowed);
}
