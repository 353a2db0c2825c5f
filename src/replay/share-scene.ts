import type { Hcd } from '../model/hcd.ts';
import type { Measurement } from '../simulator/measurement.ts';
import { run as simulate } from '../simulator/run.ts';
import type { Knob, Scene, Setting, Share } from './scene.ts';
import type { Stream } from './stream.ts';

export interface ShareOf {
  readonly stream: Stream;
  readonly knob: Knob | null;
  /** What a run shows of the claimed quantity, in the claim's base unit. */
  readonly part: (measurement: Measurement, setting: Setting) => number;
  /** The same by a formula, where there is one. */
  readonly formula?: (setting: Setting, hcd: Hcd) => number;
  readonly leavesOut?: string | null;
}

/** A figure of which the model plays a part: the rest of it, or how it counts, is fitted and stays as it was. */
export function shareScene({ stream, knob, part, formula, leavesOut = null }: ShareOf): Scene {
  const shown = (partly: number, { share = WHOLE }: Setting): number => share.times * partly + share.rest;
  const read = (measurement: Measurement, setting: Setting): number =>
    shown(part(measurement, setting), setting);
  const predicted = formula ?? playedPart(stream, part);
  return {
    settingAt: stream.settingAt,
    windowNs: stream.windowNs,
    knob,
    read,
    predict: (setting, hcd) => shown(predicted(setting, hcd), setting),
    ...(formula === undefined ? { isWithoutFormula: true } : {}),
    ...(leavesOut === null ? {} : { leavesOut }),
  };
}

const WHOLE: Share = { times: 1, rest: 0 };

/**
 * No noise is drawn in these runs: any seed gives the same. What is fitted afterwards is not of the run, so that the one
 * that the fit asked for stands for the fitted setting as well.
 */
function playedPart(stream: Stream, part: ShareOf['part']): (setting: Setting, hcd: Hcd) => number {
  let last: { readonly setting: Setting; readonly hcd: Hcd; readonly shows: number } | null = null;
  return (setting, hcd) => {
    if (last !== null && last.hcd === hcd && isSameRun(last.setting, setting)) return last.shows;
    const windowNs = Math.ceil(stream.windowNs(setting));
    const shows = part(simulate({ ...setting, hcd, seed: 1, windowNs }), setting);
    last = { setting, hcd, shows };
    return shows;
  };
}

function isSameRun(one: Setting, other: Setting): boolean {
  return (
    one.costs === other.costs &&
    one.workload === other.workload &&
    one.beside === other.beside &&
    one.era === other.era &&
    one.countsIdle === other.countsIdle
  );
}

/**
 * What else makes up the figure: it was there before the change and is there after it.
 *
 * @param beyond  how much of what a run shows the author may not have counted, in the claim's base unit
 */
export function restKnob(name: string, beyond = 0): Knob {
  return {
    ...FITTED_AT_ONCE,
    name,
    isUnfit: 'the modelled part alone is more than the figure before the change',
    turn: (setting, rest) => ({ ...setting, share: { times: setting.share?.times ?? 1, rest } }),
    solve: (target, drawnGives) => (target < drawnGives - beyond ? null : target - drawnGives),
  };
}

/** How many a figure counts of what a run shows one of, up to a factor either way. */
export function timesKnob(name: string, withinFactor: number): Knob {
  return {
    ...FITTED_AT_ONCE,
    name,
    turn: (setting, times) => ({ ...setting, share: { times, rest: 0 } }),
    solve: (target, drawnGives) => {
      const times = target / drawnGives;
      return times >= 1 / withinFactor && times <= withinFactor ? times : null;
    },
  };
}

const FITTED_AT_ONCE = { isWhole: false, isSource: false, range: () => ({ low: 0, high: 0 }) };
