import type { Era, Hcd } from '../model/hcd.ts';
import type { Costs, Measurement, Workload } from '../simulator/measurement.ts';
import type { Draw } from './draws.ts';

/** Everything of a run that is not the patch: one machine and one device, at one draw of the priors. */
export interface Setting {
  readonly costs: Costs;
  readonly workload: Workload;
  readonly era: Era;
}

/** A claim understood as an experiment: what to set up, what to fit, what to read off. */
export interface Scene {
  /** The setting of one draw, before anything is fitted. */
  settingAt(draw: Draw): Setting;
  /** What the before figure fits, and nothing else does; null when the claim has no figure. */
  readonly knob: Knob | null;
  /** The claimed quantity in the claim's base unit, as a run shows it. */
  read(measurement: Measurement, setting: Setting): number;
  /** The same without a simulation; null where no closed form exists. */
  readonly predict: ((setting: Setting, hcd: Hcd) => number) | null;
  /** Simulated time of one run after warm-up. */
  windowNs(setting: Setting): number;
}

/** The one nuisance parameter that a baseline calibrates. The quantity read must be monotone in it. */
export interface Knob {
  /** As config and reports call it: "deviceNs". */
  readonly name: string;
  turn(setting: Setting, value: number): Setting;
  /** Values that make sense for a target, in whole units. */
  range(setting: Setting, target: number): { readonly low: number; readonly high: number };
}
