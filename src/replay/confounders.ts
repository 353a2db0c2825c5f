import type { CostName, Costs } from '../simulator/costs.ts';
import type { Experiment } from '../simulator/experiment.ts';
import { run as simulate } from '../simulator/run.ts';
import { solveClosedForm } from './calibrate.ts';
import { MEDIAN_DRAW } from './draws.ts';
import type { Confounder } from './explanation.ts';
import { machineOf } from './machine.ts';
import type { Play } from './play-draws.ts';
import { mapCosts } from './priors.ts';
import type { ConfounderFile } from './replay-settings.ts';
import type { Setting } from './scene.ts';

/** What a circumstance changes of an experiment. */
type Disturbance = Partial<Pick<Experiment, 'costs' | 'placement' | 'idleStates'>>;

/** Circumstances that could have differed between the two measurements, and how far each would move the figure. */
export function confoundersOf(play: Play): readonly Confounder[] {
  const setting = fittedSetting(play);
  if (setting === null) return [];
  const { class: machineClass } = machineOf(play.claim.machine, play.settings);
  return play.settings.confounders
    .filter(({ classes }) => classes === undefined || classes.includes(machineClass))
    .map((file) => {
      const reaches = disturbancesBy(file, setting.costs).map((by) => reachPercent(play, setting, by));
      const low = Math.min(...reaches);
      const high = Math.max(...reaches);
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

/** The circumstance at its weakest and at its strongest. */
function disturbancesBy(file: ConfounderFile, costs: Costs): readonly Disturbance[] {
  switch (file.does) {
    case 'adds':
      return [file.lowNs, file.highNs].map((ns) => ({ costs: { ...costs, [file.to]: costs[file.to] + ns } }));
    case 'slows':
      return [file.lowFactor, file.highFactor].map((factor) => ({ costs: slowed(costs, factor) }));
    case 'parts':
      return [file.lowIpiNs, file.highIpiNs].map((ipiNs) => ({ placement: { isApart: true, ipiNs } }));
    case 'idles':
      return [{ idleStates: file.states }];
  }
}

function slowed(costs: Costs, factor: number): Costs {
  return mapCosts((name: CostName) =>
    Math.round(name.endsWith('PerSec') ? costs[name] / factor : costs[name] * factor),
  );
}

/** How far the figure moves, in percent and without a sign: it may have been there before, or after. */
function reachPercent({ scene, sides, run }: Play, setting: Setting, by: Disturbance): number {
  const experiment = {
    ...setting,
    hcd: sides.before,
    seed: run.seed,
    windowNs: Math.ceil(scene.windowNs(setting)),
  };
  const plain = scene.read(simulate(experiment), setting);
  const disturbed = scene.read(simulate({ ...experiment, ...by }), setting);
  const percent = Math.abs((100 * (disturbed - plain)) / plain);
  return Number.isFinite(percent) ? percent : 0;
}
