import { readFileSync } from 'node:fs';
import type { VerdictSettings } from '../../src/verdict/verdict.ts';

const config = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../config/${name}.json`, import.meta.url), 'utf8'));

interface Defaults {
  readonly verdict: Omit<VerdictSettings, 'limits' | 'noise'>;
}

/** The numbers the program runs with: a test that wants others spreads over these. */
export const settings: VerdictSettings = {
  ...(config('default') as Defaults).verdict,
  limits: config('limits') as VerdictSettings['limits'],
  noise: config('noise') as VerdictSettings['noise'],
};
