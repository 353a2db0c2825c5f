import type { Claim } from '../claims/claim.ts';
import type { Era, Hcd, Model } from '../model/hcd.ts';
import type { Costs } from '../simulator/costs.ts';
import type { Measurement } from '../simulator/measurement.ts';
import type { Workload } from '../simulator/workload.ts';
import type { BaseUnit } from '../units/base-unit.ts';
import type { Draw } from './draws.ts';
import { atClock, type Machine } from './machine.ts';
import { costsAt } from './priors.ts';
import type { ReplaySettings } from './replay-settings.ts';

/** A claim understood as an experiment: what to set up, what to fit, what to read off. */
export interface Scene {
  /** The setting of one draw, before anything is fitted. */
  settingAt(draw: Draw): Setting;
  /** What the before figure fits, and nothing else does; null when the claim has no figure. */
  readonly knob: Knob | null;
  /** The claimed quantity in the claim's base unit, as a run shows it. */
  read(measurement: Measurement, setting: Setting): number;
  /** The same without a simulation. */
  predict(setting: Setting, hcd: Hcd): number;
  /** Simulated time of one run after warm-up. */
  windowNs(setting: Setting): number;
  /** `predict` is a run as well: there is no formula that a run could be held to. */
  readonly isWithoutFormula?: true;
  /** Where nothing is fitted: whether a draw, played before the change, can be the set-up of the figure at all. */
  readonly matches?: (before: Measurement, setting: Setting) => boolean;
  /** What the figure also hangs on and no run shows: then the model finds for a claim, and never against it. */
  readonly leavesOut?: string;
}

/** Everything of a run that is not the patch: one machine and one device, at one draw of the priors. */
export interface Setting {
  readonly costs: Costs;
  readonly workload: Workload;
  readonly era: Era;
  /** A second stream on the same controller. */
  readonly beside?: Workload;
  /** How the figure is made of what a run shows; it is what the run shows when this is not given. */
  readonly share?: Share;
  /** What keeps a gadget's network link from carrying more: one of its ends, or requests that come back too late. */
  readonly heldBackBy?: 'sender' | 'stack' | 'requests';
  /** Whether a count of context switches holds those to the idle task. */
  readonly countsIdle?: boolean;
}

/** figure = times * what the run shows + rest, in the claim's base unit. */
export interface Share {
  readonly times: number;
  readonly rest: number;
}

/** The one nuisance parameter that a baseline calibrates. The quantity read must be monotone in it. */
export interface Knob {
  /** As config and reports call it: "deviceNs". */
  readonly name: string;
  /** Costs and times are whole numbers, rates need not be. */
  readonly isWhole: boolean;
  /** The rate at which work is offered: it is the figure itself, and a short run could only blur it. */
  readonly isSource: boolean;
  /** It adds to the time of one piece of work, and the figure is how many are done: what a run misses in time, it lacks. */
  readonly addsTime?: true;
  turn(setting: Setting, value: number): Setting;
  /** Values that make sense for a target. */
  range(setting: Setting, target: number): { readonly low: number; readonly high: number };
  /**
   * The value for a target, where it follows from what the setting as drawn would give and need not be searched for;
   * null when none makes sense.
   */
  solve?(target: number, drawnGives: number): number | null;
  /** Why no value makes sense, in plain words; "no plausible deviceNs gives ..." where this is not given. */
  readonly isUnfit?: string;
}

/** A claim with what is needed to set its scene. */
export interface Asked {
  readonly claim: Claim;
  readonly model: Model;
  readonly machine: Machine;
  readonly settings: ReplaySettings;
  /** The other claims of the thread: a listing's shares are only understood together. */
  readonly beside: readonly Claim[];
}

/** Costs and era of a draw; the scenes add the workload. */
export function bareSettingAt(draw: Draw, { machine, model, settings }: Asked): Omit<Setting, 'workload'> {
  return {
    costs: atClock(costsAt(draw, machine.class, settings), machine.slowdown),
    era: model.era ?? settings.limits.eraUnsaid,
  };
}

export type UsbSpeed = 'full' | 'high' | 'super';

/** Speed of the device's port: as the text says, otherwise the most that the host controller can. */
export function speedOf({ claim, model }: Asked): UsbSpeed {
  const most = SPEEDS[model.driver] ?? 'super';
  return claim.conditions.speed ?? most;
}

const SPEEDS: Readonly<Record<string, UsbSpeed>> = {
  ohci: 'full',
  uhci: 'full',
  isp116x: 'full',
  sl811: 'full',
  ehci: 'high',
  fotg210: 'high',
  oxu210hp: 'high',
  isp1760: 'high',
  musb: 'high',
  dwc2: 'high',
};

/** Bits or bytes: what one byte counts for in a claim's base unit. */
export function unitsPerByte(baseUnit: BaseUnit): number {
  return baseUnit === 'bit/s' ? 8 : 1;
}

/** The words of a claim in which a device may be named. */
export function wordsOf({ device, quantity, where, conditions }: Claim): string {
  return [device ?? '', quantity, where.text, ...conditions.tools].join(' ');
}
