import type { Claim } from '../claims/claim.ts';
import type { Hcd } from '../model/hcd.ts';
import type { Measurement } from '../simulator/measurement.ts';
import { run as simulate } from '../simulator/run.ts';
import { type Calibrated, calibrate } from './calibrate.ts';
import { type Draw, latinHypercube } from './draws.ts';
import type { NotReplayed } from './replay.ts';
import type { ReplaySettings } from './replay-settings.ts';
import type { Scene, Setting } from './scene.ts';
import type { Sides } from './sides-of.ts';

/** A claim with its scene set: everything that one draw is played on. */
export interface Play {
  readonly scene: Scene;
  readonly sides: Sides;
  readonly claim: Claim;
  readonly settings: ReplaySettings;
  readonly run: { readonly seed: number; readonly draws: number };
}

/** One draw, played before and after with the same costs, the same device and the same noise. Plain data. */
export interface Pair {
  readonly draw: number;
  readonly setting: Setting;
  readonly before: number;
  readonly after: number;
  readonly deltaPercent: number;
  /** Largest |simulated / closed form - 1| of the two sides, in percent. */
  readonly missPercent: number;
  readonly events: number;
}

/** A pair; null when the draw can not show the before figure; or why nothing at all can be played. */
export type Outcome = Pair | NotReplayed | null;

/** Draws `from` up to `to` of the run, in that order. */
export function playDraws(
  play: Play,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Outcome[] {
  return drawsOf(play.run, to)
    .slice(from, to)
    .map((draw) => playDraw(play, draw));
}

/**
 * The draws of a run up to number `count`: Latin hypercubes of `run.draws` each, one after the other, so that going on
 * changes no draw that was played already.
 */
export function drawsOf(run: Play['run'], count: number): readonly Draw[] {
  const cubes = Array.from({ length: Math.ceil(count / run.draws) }, (_, cube) => {
    const draws = latinHypercube(cube === 0 ? run.seed : mixed(run.seed, cube), run.draws);
    return draws.map((draw) => ({ ...draw, index: cube * run.draws + draw.index }));
  });
  return cubes.flat().slice(0, count);
}

/** A run that seems to hinder an offered rate may only be too short to count it: it is looked at again for longer. */
function playDraw(play: Play, draw: Draw): Outcome {
  const { longerRunFactor, selfCheckPercent } = play.settings.limits;
  const first = playFor(play, draw, 1);
  if (play.scene.knob?.isSource !== true || (first !== null && 'code' in first)) return first;
  const isClear = first !== null && first.missPercent <= selfCheckPercent;
  return isClear ? first : playFor(play, draw, longerRunFactor);
}

function playFor(play: Play, draw: Draw, stretch: number): Outcome {
  const { scene, sides, claim, settings, run } = play;
  // The seed of a draw is the same for both sides: common random numbers.
  const runOnce = (setting: Setting, hcd: Hcd): Measurement =>
    simulate({
      ...setting,
      hcd,
      seed: mixed(run.seed, draw.index),
      windowNs: Math.ceil(stretch * scene.windowNs(setting)),
    });
  const target = scene.knob === null ? null : (claim.before?.base ?? null);
  const fitted = calibrate(scene, scene.settingAt(draw), {
    hcd: sides.before,
    target,
    play: runOnce,
    limits: settings.limits,
  });
  if (fitted === null) return null;
  const after = runOnce(fitted.setting, sides.after);
  return deadlocked(fitted.before, after) ?? compare(play, { draw, fitted, after });
}

function mixed(seed: number, index: number): number {
  return (Math.imul(seed, 0x9e3779b1) + index) | 0;
}

function deadlocked(before: Measurement, after: Measurement): NotReplayed | null {
  const found = before.deadlock ?? after.deadlock;
  if (found === null) return null;
  const when = before.deadlock === null ? 'with' : 'without';
  return {
    code: 'not-replayed',
    because: `${when} the change the run deadlocks on ${found.lock}: there is nothing to measure`,
  };
}

function compare(
  { scene, sides, settings }: Play,
  { draw, fitted, after }: { readonly draw: Draw; readonly fitted: Calibrated; readonly after: Measurement },
): Pair {
  const { setting } = fitted;
  const shown = { before: scene.read(fitted.before, setting), after: scene.read(after, setting) };
  const predicted = scene.isWithoutFormula
    ? shown
    : { before: scene.predict(setting, sides.before), after: scene.predict(setting, sides.after) };
  const missed = Math.max(
    missPercent(shown.before, predicted.before),
    missPercent(shown.after, predicted.after),
  );
  // How fast work is offered is known better than a short run can count it: where nothing stands in its way, it comes.
  const isUnhindered = scene.knob?.isSource === true && missed <= settings.limits.selfCheckPercent;
  const { before, after: changed } = isUnhindered ? predicted : shown;
  return {
    draw: draw.index,
    setting,
    before,
    after: changed,
    deltaPercent: before === changed ? 0 : (100 * (changed - before)) / before,
    missPercent: missed,
    events: fitted.events + after.events,
  };
}

function missPercent(simulated: number, predicted: number): number {
  return simulated === predicted ? 0 : 100 * Math.abs(simulated / predicted - 1);
}
