import type { CostName, Costs } from '../simulator/costs.ts';
import { machineClassOf } from './machine-class.ts';
import { mapCosts } from './priors.ts';
import type { ReplaySettings } from './replay-settings.ts';

/** A machine as far as a text describes it. */
export interface Machine {
  readonly class: string;
  /** How much slower than the costs of the class say, by the clock that the text gives; 1 when it gives none. */
  readonly slowdown: number;
}

/** "AM335x BeagleBone Black @ 300MHz" is a Cortex-A8 at 3.3 times the costs of one at 1 GHz. */
export function machineOf(text: string | null, settings: ReplaySettings): Machine {
  const machineClass = machineClassOf(text, settings);
  const nominalMhz = settings.machines.find((machine) => machine.class === machineClass)?.clockMhz;
  const mhz = clockMhzIn(text ?? '');
  if (nominalMhz === undefined || mhz === null) return { class: machineClass, slowdown: 1 };
  const slowdown = nominalMhz / mhz;
  const most = settings.limits.clockWithinFactor;
  return { class: machineClass, slowdown: slowdown <= most && slowdown >= 1 / most ? slowdown : 1 };
}

/** Costs at another clock. Registers and uncached memory keep the pace of their bus. */
export function atClock(costs: Costs, slowdown: number): Costs {
  if (slowdown === 1) return costs;
  const isCoherent = costs.copyCoherentBytesPerSec === costs.copyCachedBytesPerSec;
  return mapCosts((name: CostName): number => {
    if (BUS_BOUND.includes(name) && !(isCoherent && name === 'copyCoherentBytesPerSec')) return costs[name];
    const scaled = name.endsWith('PerSec') ? costs[name] / slowdown : costs[name] * slowdown;
    return Math.max(1, Math.round(scaled));
  });
}

const BUS_BOUND: readonly CostName[] = ['mmioReadNs', 'mmioWriteNs', 'copyCoherentBytesPerSec'];

const UNITS_MHZ: Readonly<Record<string, number>> = { mhz: 1, ghz: 1000 };

/** The first "300MHz" or "3.5 GHz" of a text, in MHz. */
function clockMhzIn(text: string): number | null {
  const words = text
    .toLowerCase()
    .replaceAll('mhz', ' mhz ')
    .replaceAll('ghz', ' ghz ')
    .split(/[\s@()]/);
  const filled = words.filter((word) => word !== '');
  const at = filled.findIndex((word, index) => word in UNITS_MHZ && Number(filled[index - 1]) > 0);
  if (at < 0) return null;
  return Number(filled[at - 1]) * (UNITS_MHZ[filled[at] ?? ''] ?? 1);
}
