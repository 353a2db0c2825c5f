import type { CostName } from '../simulator/costs.ts';
import { solveClosedForm } from './calibrate.ts';
import type { Replay } from './replay.ts';
import type { Scene, Setting } from './scene.ts';
import type { Sides } from './sides-of.ts';

export interface InverseOf {
  readonly scene: Scene;
  readonly sides: Sides;
  /** The setting at the medians of the priors, not yet fitted. */
  readonly median: Setting;
  readonly target: number;
  readonly claimedPercent: number;
  readonly parameter: CostName;
  readonly plausible: { readonly low: number; readonly high: number };
}

/**
 * The value that one cost would need for the closed form to give the claimed difference, everything else at its median.
 * A needed value may be negative: the claim then asks for more than taking that cost away. null when the difference
 * does not depend on the cost.
 */
export function implied(of: InverseOf): Replay['implied'] {
  const miss = (value: number): number => deltaPercent(of, value) - of.claimedPercent;
  const start = of.median.costs[of.parameter];
  const needed = of.scene.isWithoutFormula ? secantOfRuns(of.parameter, miss, start) : secant(miss, start);
  if (needed === null) return null;
  const { low, high } = of.plausible;
  const isPlausible = needed >= low && needed <= high;
  return {
    parameter: of.parameter,
    needed,
    plausible: of.plausible,
    verdict: isPlausible ? 'plausible' : 'implausible',
  };
}

/** The closed form's difference in percent, fitted to the before figure first. NaN when it can not be fitted. */
export function closedFormPercent(
  scene: Scene,
  sides: Sides,
  { setting, target }: { readonly setting: Setting; readonly target: number | null },
): number {
  const fitted =
    target === null || scene.knob === null
      ? setting
      : solveClosedForm(scene, setting, { knob: scene.knob, hcd: sides.before, aim: target });
  if (fitted === null) return Number.NaN;
  const before = scene.predict(fitted, sides.before);
  return (100 * (scene.predict(fitted, sides.after) - before)) / before;
}

function deltaPercent({ scene, sides, median, target, parameter }: InverseOf, value: number): number {
  const setting = { ...median, costs: { ...median.costs, [parameter]: value } };
  return closedFormPercent(scene, sides, { setting, target });
}

/** Closed forms are piecewise linear or nearly so: a few secant steps from the median find the root. */
function secant(miss: (value: number) => number, start: number): number | null {
  let previous = start;
  let value = start * 1.25;
  let missBefore = miss(previous);
  for (let step = 0; step < 40; step += 1) {
    const missNow = miss(value);
    if (!Number.isFinite(missNow)) return null;
    if (Math.abs(missNow) < 1e-6) return value;
    const slope = (missNow - missBefore) / (value - previous);
    if (!Number.isFinite(slope) || slope === 0) return null;
    previous = value;
    missBefore = missNow;
    value -= missNow / slope;
  }
  return null;
}

/**
 * Runs take whole costs of one or more, and two of them give a line: what lies below nothing is where that line leads.
 * Work takes the inverse of a rate, so that the line of a rate is drawn over the time of a byte.
 */
function secantOfRuns(parameter: CostName, miss: (value: number) => number, start: number): number | null {
  const isRate = parameter.endsWith('PerSec');
  const turned = (value: number): number => (isRate ? 1 / value : value);
  let previous = start;
  let missBefore = miss(previous);
  let value = Math.ceil(start * 1.25) + 1;
  for (let step = 0; step < RUNS_OF_AN_INVERSE_MOST; step += 1) {
    const missNow = miss(value);
    const slope = (missNow - missBefore) / (turned(value) - turned(previous));
    const next = Math.round(turned(turned(value) - missNow / slope));
    if (!Number.isFinite(next)) return null;
    if (next < 1 || Math.abs(next - value) <= Math.max(1, FINE_ENOUGH * value)) return next;
    previous = value;
    missBefore = missNow;
    value = next;
  }
  return null;
}

const RUNS_OF_AN_INVERSE_MOST = 12;
const FINE_ENOUGH = 1e-3;
