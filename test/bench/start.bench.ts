import { BARE_NODE, giveback } from './built-cli.ts';
import type { Bench } from './compare.ts';

export const benches: readonly Bench[] = [
  { name: 'giveback --help', run: () => giveback('--help'), peer: BARE_NODE, targetRatio: 1.5 },
];
