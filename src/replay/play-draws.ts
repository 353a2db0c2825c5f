import type { Claim } from '../claims/claim.ts';
import type { Hcd } from '../model/hcd.ts';
import type { Measurement } from '../simulator/measurement.ts';
import { run as simulate } from '../simulator/run.ts';
import { type Calibrated, calibrate } from './calibrate.ts';
import { type Draw, type Draws, latinHypercube } from './draws.ts';
import type { NotReplayed } from './replay.ts';
import type { ReplaySettings } from './replay-settings.ts';
import type { Scene, Setting } from './scene.ts';
import type { Sides } from './sides-of.ts';

export interface Play {
  readonly scene: Scene;
  readonly sides: Sides;
  readonly claim: Claim;
  readonly settings: ReplaySettings;
  readonly run: { readonly seed: number; readonly draws: number };
}

/** One draw, played before and after with the same costs, the same device and the same noise. */
export interface Pair {
  readonly draw: Draw;
  readonly setting: Setting;
  readonly before: number;
  readonly after: number;
  readonly deltaPercent: number;
  /** Largest |simulated / closed form - 1| of the two sides, in percent. */
  readonly missPercent: number;
  readonly events: number;
}

export interface Played extends Play {
  readonly draws: Draws;
  /** Draws that match the before figure; the others are left out. */
  readonly pairs: readonly Pair[];
}

/** Plays every draw. Gives the reason instead where the result could not be trusted. */
export function playDraws(play: Play): Played | NotReplayed {
  const draws = latinHypercube(play.run.seed, play.run.draws);
  const pairs: Pair[] = [];
  for (const draw of draws.all) {
    const pair = playPair(play, draw);
    if (pair !== null && 'code' in pair) return pair;
    if (pair !== null) pairs.push(pair);
  }
  return distrust(play, pairs) ?? { ...play, draws, pairs };
}

function playPair(play: Play, draw: Draw): Pair | NotReplayed | null {
  const { scene, sides, claim, settings } = play;
  const runOnce = (setting: Setting, hcd: Hcd): Measurement => playOnce(play, draw, { setting, hcd });
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

/** The seed of a draw is the same for both sides: common random numbers. */
function playOnce(
  { scene, run }: Play,
  draw: Draw,
  { setting, hcd }: { readonly setting: Setting; readonly hcd: Hcd },
): Measurement {
  const seed = (Math.imul(run.seed, 0x9e3779b1) + draw.index) | 0;
  return simulate({ ...setting, hcd, seed, windowNs: Math.ceil(scene.windowNs(setting)) });
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
  { scene, sides }: Play,
  {
    draw,
    fitted,
    after: measured,
  }: { readonly draw: Draw; readonly fitted: Calibrated; readonly after: Measurement },
): Pair {
  const { setting } = fitted;
  const shown = scene.read(fitted.before, setting);
  const shownAfter = scene.read(measured, setting);
  const predicted = scene.predict(setting, sides.before);
  const misses = [
    missPercent(shown, predicted),
    missPercent(shownAfter, scene.predict(setting, sides.after)),
  ];
  // What a short run blurs of an offered rate it blurs alike on both sides.
  const scale = scene.knob?.isSource === true ? predicted / shown : 1;
  const before = scale * shown;
  const after = scale * shownAfter;
  return {
    draw,
    setting,
    before,
    after,
    deltaPercent: before === after ? 0 : (100 * (after - before)) / before,
    missPercent: Math.max(...misses),
    events: fitted.events + measured.events,
  };
}

function missPercent(simulated: number, predicted: number): number {
  return simulated === predicted ? 0 : 100 * Math.abs(simulated / predicted - 1);
}

function distrust({ scene, settings, run }: Play, pairs: readonly Pair[]): NotReplayed | null {
  const { matchedLeastPercent, selfCheckPercent } = settings.limits;
  const matchedPercent = (100 * pairs.length) / run.draws;
  if (matchedPercent < matchedLeastPercent) {
    return {
      code: 'cannot-calibrate',
      because:
        `no plausible ${scene.knob?.name ?? 'setting'} gives the figure before the change: ` +
        `${pairs.length} of ${run.draws} draws of the model match it`,
    };
  }
  const miss = pairs.reduce((sum, pair) => sum + pair.missPercent, 0) / pairs.length;
  if (!(miss <= selfCheckPercent)) {
    return {
      code: 'self-check-failed',
      because: `simulation and closed form differ by ${miss.toFixed(1)} %, more than ${selfCheckPercent} %`,
    };
  }
  return null;
}
