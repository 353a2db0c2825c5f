import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const labelledClaim = z.object({
  metric: z.string(),
  unit: z.string(),
  baseline: z.number().nullable(),
  patched: z.number().nullable(),
  delta_percent_as_stated: z.number().nullable(),
  stated_factor: z.number().optional(),
  line: z.string(),
});

const label = z.object({ file: z.string(), claims: z.array(labelledClaim) });

/** One claim as a person read it; a null side is not given. */
export type LabelledClaim = z.infer<typeof labelledClaim>;

/** A thread of the corpus with the claims a person found in it. */
export interface LabelledThread {
  readonly file: string;
  readonly path: string;
  readonly claims: readonly LabelledClaim[];
}

/** Every labelled thread of a folder, by name. */
export function readLabels(folder: string): readonly LabelledThread[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => {
    const { file, claims } = label.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return { file, path: join(folder, file), claims };
  });
}
