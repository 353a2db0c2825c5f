import { readFileSync } from 'node:fs';

/** Who is right where two readers differ; `both` where the rules differ and neither is wrong. */
export type Right = 'ours' | 'b4' | 'both' | 'neither';

export interface DifferenceClass {
  readonly right: Right;
  readonly why: string;
  /** The first Message-ID of each thread that was judged to be of this class. */
  readonly threads: readonly string[];
}

/** Every difference that was looked at, by class. */
export function readJudgements(): Readonly<Record<string, DifferenceClass>> {
  return JSON.parse(readFileSync(new URL('judgements.json', import.meta.url), 'utf8'));
}
