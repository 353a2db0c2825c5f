import type { Era } from '../model/hcd.ts';
import type { CostName, Costs } from '../simulator/costs.ts';
import { normalQuantile } from '../stats/normal.ts';
import type { Draw } from './draws.ts';
import type { Candidate, Figure } from './figure.ts';
import type { CostFile, Mixture, ReplaySettings, SameAs } from './replay-settings.ts';

/** Name of the parameter that picks a class from a mixture. */
const MACHINE_CLASS = 'machineClass';

/** The costs of a machine class at one draw, whole nanoseconds or bytes per second. */
export function costsAt(draw: Draw, machineClass: string, settings: ReplaySettings): Costs {
  const file = fileOf(machineClass, settings);
  const drawn = 'mixture' in file ? fileOf(pickClass(file, draw), settings) : file;
  if ('mixture' in drawn) throw new RangeError(`mixture ${machineClass} names another mixture`);
  const cost = (name: CostName): number => {
    const entry = drawn[name];
    return isSame(entry) ? cost(entry.sameAs) : wholeValueAt(entry, draw, name);
  };
  return mapCosts(cost);
}

/** The value of a figure at one draw: its median at position 0.5, `low` and `high` at 0.05 and 0.95. */
export function valueAt(figure: Figure, draw: Draw, parameter: string): number {
  const { value, low, high } = figure;
  if (low === undefined || high === undefined) return value;
  const z = normalQuantile(draw.position(parameter)) / Z95;
  return value * (z < 0 ? value / low : high / value) ** z;
}

export function wholeValueAt(figure: Figure, draw: Draw, parameter: string): number {
  return Math.max(figure.value > 0 ? 1 : 0, Math.round(valueAt(figure, draw, parameter)));
}

/** One of the candidates that fit the era, by weight; all fit when the era is not known. */
export function candidateAt<T>(
  candidates: readonly Candidate<T>[],
  era: Era | null,
  { draw, parameter }: { readonly draw: Draw; readonly parameter: string },
): T {
  const fitting = candidates.filter(({ eras }) => era === null || eras.includes(era));
  const [first] = fitting;
  if (first === undefined) throw new RangeError(`${parameter} has no value in era ${era}`);
  // Only a real choice is a parameter: asking for a position would list a constant among what may decide.
  return fitting.length === 1 ? first.value : pick(fitting, draw.position(parameter)).value;
}

const Z95 = 1.6448536269514722;

function fileOf(machineClass: string, settings: ReplaySettings): CostFile {
  const file = settings.costs[machineClass];
  if (file === undefined) throw new RangeError(`config/costs has no ${machineClass}`);
  return file;
}

function pickClass({ mixture }: Mixture, draw: Draw): string {
  return pick(mixture, draw.position(MACHINE_CLASS)).class;
}

function pick<T extends { readonly weight: number }>(choices: readonly T[], position: number): T {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let left = position * total;
  for (const choice of choices) {
    left -= choice.weight;
    if (left < 0) return choice;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new RangeError('nothing to choose from');
  return last;
}

function isSame(entry: Figure | SameAs): entry is SameAs {
  return 'sameAs' in entry;
}

/** Costs given one by one. */
export function mapCosts(cost: (name: CostName) => number): Costs {
  return {
    irqNs: cost('irqNs'),
    softirqNs: cost('softirqNs'),
    taskletNs: cost('taskletNs'),
    wakeNs: cost('wakeNs'),
    contextSwitchNs: cost('contextSwitchNs'),
    irqThreadNs: cost('irqThreadNs'),
    lockNs: cost('lockNs'),
    contendedLockNs: cost('contendedLockNs'),
    eventTrbNs: cost('eventTrbNs'),
    mmioReadNs: cost('mmioReadNs'),
    mmioWriteNs: cost('mmioWriteNs'),
    submitNs: cost('submitNs'),
    givebackNs: cost('givebackNs'),
    bhQueueNs: cost('bhQueueNs'),
    mapNs: cost('mapNs'),
    unmapNs: cost('unmapNs'),
    skbNs: cost('skbNs'),
    rxStackNs: cost('rxStackNs'),
    uvcHeaderNs: cost('uvcHeaderNs'),
    scsiNs: cost('scsiNs'),
    readCachedNs: cost('readCachedNs'),
    readCoherentNs: cost('readCoherentNs'),
    copyCachedBytesPerSec: cost('copyCachedBytesPerSec'),
    copyCoherentBytesPerSec: cost('copyCoherentBytesPerSec'),
  };
}
