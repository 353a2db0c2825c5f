import { type Draw, drawAt, latinHypercube } from './draws.ts';

/** How much one parameter decides an outcome: `share` of all that is decided, 0..1. */
export interface Influence {
  readonly parameter: string;
  readonly share: number;
}

/** Something that a draw gives one number for; NaN where a draw gives none. */
export type Outcome = (draw: Draw) => number;

/** Positions beyond these are the far tails of a prior: nothing is judged by them. */
const LOW = 0.05;
const HIGH = 0.95;
/** Step of one parameter at a time: half the range and a little more, so that no step undoes another. */
const STEP = 0.5;

export interface Screening {
  readonly seed: number;
  readonly trajectories: number;
}

/**
 * Morris's elementary effects: walks through the priors that move one parameter at a time, and the mean of the absolute
 * effects of each. Costs k + 1 outcomes a walk. Largest first; parameters without any effect are left out.
 * Source: M. D. Morris, Technometrics 33 (1991); mean of absolute values after Campolongo et al. (2007).
 */
export function screen(
  parameters: readonly string[],
  outcome: Outcome,
  { seed, trajectories }: Screening,
): readonly Influence[] {
  const effects = new Map(parameters.map((parameter) => [parameter, 0]));
  const starts = latinHypercube(seed, trajectories);
  for (const start of starts) {
    const walk = new Map(
      parameters.map((parameter) => [parameter, LOW + (HIGH - LOW) * start.position(parameter)]),
    );
    let before = outcome(drawAt(walk));
    for (const parameter of inOrderOf(start, parameters)) {
      const from = walk.get(parameter) ?? 0.5;
      walk.set(parameter, from < 0.5 ? from + STEP * (HIGH - LOW) : from - STEP * (HIGH - LOW));
      const after = outcome(drawAt(walk));
      const effect = Math.abs(after - before);
      if (Number.isFinite(effect)) effects.set(parameter, (effects.get(parameter) ?? 0) + effect);
      before = after;
    }
  }
  return shared([...effects].map(([parameter, effect]) => ({ parameter, share: effect ** 2 })));
}

/**
 * Sobol's total indices: which part of the variance would go if all but this parameter were known. They add up to more
 * than 1 where parameters work together, and are not forced to. Costs N (k + 2) outcomes. Largest first.
 * Source: Saltelli et al., Computer Physics Communications 181 (2010); Jansen's estimator.
 */
export function totalIndices(
  parameters: readonly string[],
  outcome: Outcome,
  { seed, base }: { readonly seed: number; readonly base: number },
): readonly Influence[] {
  const left = latinHypercube(seed, base);
  const right = latinHypercube(seed ^ OTHER, base);
  const reference = left.map(outcome);
  const variance = varianceOf([...reference, ...right.map(outcome)].filter(Number.isFinite));
  if (!(variance > 0)) return [];
  const totals = parameters.map((parameter) => {
    const squares = left.map((draw, index) => {
      const swapped = outcome(swap(draw, parameter, right[index]));
      return ((reference[index] ?? Number.NaN) - swapped) ** 2;
    });
    const finite = squares.filter(Number.isFinite);
    // No part is more than the whole: beyond it lies the error of a small sample.
    return { parameter, share: Math.min(1, sum(finite) / (2 * finite.length * variance)) };
  });
  return sorted(totals.filter(({ share }) => share > 0));
}

/** Any other key of random numbers. */
const OTHER = 0x2545f491;

function swap(draw: Draw, parameter: string, other: Draw | undefined): Draw {
  return { ...draw, position: (name) => (name === parameter ? other : draw)?.position(name) ?? Number.NaN };
}

/** Each walk takes the parameters in an order of its own. */
function inOrderOf(draw: Draw, parameters: readonly string[]): readonly string[] {
  const key = (parameter: string): number => draw.position(`order of ${parameter}`);
  return [...parameters].sort((a, b) => key(a) - key(b));
}

function shared(influences: readonly Influence[]): readonly Influence[] {
  const total = sum(influences.map(({ share }) => share));
  if (total === 0) return [];
  return sorted(
    influences
      .filter(({ share }) => share > 0)
      .map(({ parameter, share }) => ({ parameter, share: share / total })),
  );
}

function sorted(influences: readonly Influence[]): readonly Influence[] {
  return [...influences].sort((a, b) => b.share - a.share || (a.parameter < b.parameter ? -1 : 1));
}

function varianceOf(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
