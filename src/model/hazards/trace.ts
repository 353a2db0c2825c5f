import type { Chain } from '../call-chains.ts';

/** A chain as the entries of a trace, with what calls its first function. */
export function listedChain({ entry, functions }: Chain): string[] {
  return [`${entry.by}:`, ...functions];
}

/** "from rx_complete() in a tasklet or timer": who enters, in words. */
export function saysWhere({ entry }: Chain): string {
  return `${entry.function}(), by ${entry.by}`;
}
