/** Positions of one parameter over the draws, and what came out. */
export interface Column {
  readonly parameter: string;
  readonly positions: readonly number[];
}

export interface Influence {
  readonly parameter: string;
  /** Part of the explained spread, 0..1. */
  readonly share: number;
}

/**
 * How much each parameter decides the outcome: squared rank correlation, as a share of all that is explained beyond
 * chance, largest first. Empty when the outcome does not vary or nothing explains it.
 */
export function influences(columns: readonly Column[], outcomes: readonly number[]): readonly Influence[] {
  const count = outcomes.length;
  if (count < 3 || spread(outcomes) === 0) return [];
  const ranks = rankOf(outcomes);
  const squared = columns.map(({ parameter, positions }) => {
    const correlation = correlationOf(rankOf(positions), ranks);
    return { parameter, share: correlation ** 2 };
  });
  // Pure chance gives a squared correlation of 1 / (n - 1); four times that passes for nothing.
  const real = squared.filter(({ share }) => share > 4 / (count - 1));
  const total = real.reduce((sum, { share }) => sum + share, 0);
  return real
    .map(({ parameter, share }) => ({ parameter, share: share / total }))
    .sort((a, b) => b.share - a.share || (a.parameter < b.parameter ? -1 : 1));
}

/** Ranks from 0; equal values share the mean of theirs. */
function rankOf(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && order[end]?.value === order[start]?.value) end += 1;
    for (const { index } of order.slice(start, end)) ranks[index] = (start + end - 1) / 2;
    start = end;
  }
  return ranks;
}

function correlationOf(left: readonly number[], right: readonly number[]): number {
  const meanLeft = meanOf(left);
  const meanRight = meanOf(right);
  let product = 0;
  let squareLeft = 0;
  let squareRight = 0;
  for (const [index, value] of left.entries()) {
    const a = value - meanLeft;
    const b = (right[index] ?? meanRight) - meanRight;
    product += a * b;
    squareLeft += a * a;
    squareRight += b * b;
  }
  const scale = Math.sqrt(squareLeft * squareRight);
  return scale === 0 ? 0 : product / scale;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
