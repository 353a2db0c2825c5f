/**
 * The `p` quantile of values in ascending order, 0 <= p <= 1, interpolated between neighbours.
 *
 * @throws RangeError  for no values: there is nothing to give
 */
export function percentile(ascending: ArrayLike<number>, p: number): number {
  if (ascending.length === 0) throw new RangeError('percentile of nothing');
  const position = p * (ascending.length - 1);
  const index = Math.floor(position);
  const below = ascending[index] ?? Number.NaN;
  const above = ascending[Math.min(index + 1, ascending.length - 1)] ?? Number.NaN;
  return below + (position - index) * (above - below);
}

/** Values in ascending order, as `percentile` wants them. */
export function ascending(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}
