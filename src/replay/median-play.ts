import type { Experiment } from '../simulator/experiment.ts';
import { run as simulate } from '../simulator/run.ts';
import { calibrate } from './calibrate.ts';
import { MEDIAN_DRAW } from './draws.ts';
import type { Play } from './play-draws.ts';

/** The draw in the middle of the priors as two experiments, fitted to the before figure. */
export interface MedianPlay {
  readonly before: Experiment;
  readonly after: Experiment;
}

/** What a reader looks at is one run of each side. null when the middle of the priors can not show the before figure. */
export function medianPlay({ scene, sides, claim, settings, run }: Play): MedianPlay | null {
  const fitted = calibrate(scene, scene.settingAt(MEDIAN_DRAW), {
    hcd: sides.before,
    target: scene.knob === null ? null : (claim.before?.base ?? null),
    play: (setting, hcd) =>
      simulate({ ...setting, hcd, seed: run.seed, windowNs: Math.ceil(scene.windowNs(setting)) }),
    limits: settings.limits,
  });
  if (fitted === null) return null;
  const { setting } = fitted;
  const both = { ...setting, seed: run.seed, windowNs: Math.ceil(scene.windowNs(setting)) };
  return { before: { ...both, hcd: sides.before }, after: { ...both, hcd: sides.after } };
}
