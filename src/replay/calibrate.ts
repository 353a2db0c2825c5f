import type { Hcd } from '../model/hcd.ts';
import type { Measurement } from '../simulator/measurement.ts';
import type { ReplayLimits } from './replay-limits.ts';
import type { Knob, Scene, Setting } from './scene.ts';

/** A setting fitted to the before figure, and the run that shows it. */
export interface Calibrated {
  readonly setting: Setting;
  readonly before: Measurement;
  readonly events: number;
}

export interface CalibrateWith {
  readonly hcd: Hcd;
  /** The before figure in base units; null when the claim has none. */
  readonly target: number | null;
  readonly play: (setting: Setting, hcd: Hcd) => Measurement;
  readonly limits: ReplayLimits;
}

/**
 * Fits the scene's knob so that the run before the change shows the before figure, and never looks at the after one.
 * The closed form is solved for the figure, the simulator is asked, and the closed form is solved again for the figure
 * and what was missed, a few times at most.
 *
 * @returns null when no value of the knob gives the figure at this draw
 */
export function calibrate(scene: Scene, drawn: Setting, how: CalibrateWith): Calibrated | null {
  const { hcd, target, play, limits } = how;
  if (target === null || scene.knob === null) {
    const before = play(drawn, hcd);
    if (scene.matches?.(before, drawn) === false) return null;
    return { setting: drawn, before, events: before.events };
  }
  const tolerance = scene.knob.isSource ? limits.selfCheckPercent : limits.calibrationPercent;
  let aim = target;
  let events = 0;
  for (let attempt = 0; attempt < limits.calibrationRunsMost; attempt += 1) {
    const setting = solveClosedForm(scene, drawn, { knob: scene.knob, hcd, aim });
    if (setting === null || scene.windowNs(setting) > limits.windowNsMost) return null;
    const before = play(setting, hcd);
    events += before.events;
    const shown = scene.read(before, setting);
    if (Math.abs(shown / target - 1) <= tolerance / 100) return { setting, before, events };
    aim = nextAim(scene.knob, { aim, target, shown });
  }
  return null;
}

/** A miss of a tenth is a hundredth after the next run where it is taken for a factor; where times add up, it is gone. */
function nextAim(
  { addsTime }: Knob,
  { aim, target, shown }: { readonly aim: number; readonly target: number; readonly shown: number },
): number {
  return addsTime ? 1 / (1 / aim + 1 / target - 1 / shown) : aim * (target / shown);
}

/** From the largest safe integer down to 1 takes 53. */
const HALVINGS_MOST = 100;
/** Rates are found to a part in a thousand million. */
const FINEST = 1e-9;

/** The closed form needs no time: a search down to the whole unit. A knob that knows its value is not searched. */
export function solveClosedForm(
  scene: Scene,
  drawn: Setting,
  { knob, hcd, aim }: { readonly knob: Knob; readonly hcd: Hcd; readonly aim: number },
): Setting | null {
  if (knob.solve !== undefined) {
    const value = knob.solve(aim, scene.predict(drawn, hcd));
    return value === null ? null : knob.turn(drawn, value);
  }
  const { low, high } = knob.range(drawn, aim);
  if (!(aim > 0) || !Number.isFinite(aim) || !(high <= Number.MAX_SAFE_INTEGER)) return null;
  const figureAt = (value: number): number => scene.predict(knob.turn(drawn, value), hcd);
  const atLow = figureAt(low);
  const atHigh = figureAt(high);
  const rises = atHigh > atLow;
  const isBelow = (figure: number): boolean => figure < aim === rises;
  if ((!isBelow(atLow) && atLow !== aim) || isBelow(atHigh)) return null;
  const within = { low, high, atLow, atHigh };
  const found = knob.isWhole
    ? leastWhole({ figureAt, isBelow, aim, rises }, within)
    : bisect((value) => isBelow(figureAt(value)), within);
  return knob.turn(drawn, found);
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** A figure over the values of a knob. */
interface Curve {
  readonly figureAt: (value: number) => number;
  readonly isBelow: (figure: number) => boolean;
  readonly aim: number;
  readonly rises: boolean;
}

/**
 * The least whole value that is not below: the search keeps one end on each side. A time grows evenly with what it is made
 * of, and so does the inverse of a rate: the value is then guessed from the two ends. Where a guess takes less than half of
 * the range away, the next step halves it.
 */
function leastWhole(
  curve: Curve,
  range: Range & { readonly atLow: number; readonly atHigh: number },
): number {
  let { low, high } = range;
  const even = (figure: number): number => (curve.rises ? figure : 1 / figure);
  let evenLow = even(range.atLow);
  let evenHigh = even(range.atHigh);
  let halves = false;
  for (let step = 0; step < 2 * HALVINGS_MOST && high - low > 1; step += 1) {
    const length = high - low;
    const share = halves ? 0.5 : (even(curve.aim) - evenLow) / (evenHigh - evenLow);
    const guess = low + Math.floor((Number.isFinite(share) ? share : 0.5) * length);
    const value = Math.min(high - 1, Math.max(low + 1, guess));
    const figure = curve.figureAt(value);
    if (curve.isBelow(figure)) {
      low = value;
      evenLow = even(figure);
    } else {
      high = value;
      evenHigh = even(figure);
    }
    halves = !halves && high - low > length / 2;
  }
  return high;
}

/** A rate, as finely as it can be told. */
function bisect(isBelow: (value: number) => boolean, range: Range): number {
  let { low, high } = range;
  for (let halving = 0; halving < HALVINGS_MOST; halving += 1) {
    if (high - low <= high * FINEST) break;
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return high;
}
