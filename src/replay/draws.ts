import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/**
 * One draw of everything uncertain: a position between 0 and 1 for any parameter, by name. Asking for the same name
 * again gives the same position, and a parameter's positions do not depend on which others are asked for.
 */
export interface Draw {
  readonly index: number;
  position(parameter: string): number;
}

/**
 * A Latin hypercube of `count` draws: for each parameter the interval 0..1 is cut into `count` strata and each draw
 * gets one, so that even 256 draws fill every prior's tails in proportion. One random stream for each parameter, keyed
 * by seed and name: a new parameter changes no other.
 */
export function latinHypercube(seed: number, count: number): readonly Draw[] {
  const columns = new Map<string, Float64Array>();
  const columnOf = (parameter: string): Float64Array => {
    const known = columns.get(parameter) ?? column(seed, parameter, count);
    columns.set(parameter, known);
    return known;
  };
  return Array.from({ length: count }, (_, index) => ({
    index,
    position: (parameter: string): number => columnOf(parameter)[index] ?? Number.NaN,
  }));
}

/** The draw in which every prior stands at its median. */
export const MEDIAN_DRAW: Draw = { index: -1, position: () => 0.5 };

/** A draw at given positions; a parameter without one stands at its median. */
export function drawAt(positions: ReadonlyMap<string, number>): Draw {
  return { index: MEDIAN_DRAW.index, position: (parameter) => positions.get(parameter) ?? 0.5 };
}

function column(seed: number, parameter: string, count: number): Float64Array {
  const random = xoroshiro128plus(keyOf(seed, parameter));
  const strata = Float64Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index -= 1) {
    const other = uniformInt(random, 0, index);
    const held = strata[index] ?? 0;
    strata[index] = strata[other] ?? 0;
    strata[other] = held;
  }
  return strata.map((stratum) => (stratum + uniformFloat64(random)) / count);
}

/** FNV-1a over the name, started from the seed. */
function keyOf(seed: number, parameter: string): number {
  let hash = Math.imul(seed ^ 0x811c9dc5, 0x01000193);
  for (let index = 0; index < parameter.length; index += 1) {
    hash = Math.imul(hash ^ parameter.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
