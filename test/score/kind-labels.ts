import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const label = z.object({
  file: z.string(),
  patch_kind: z.string(),
  modelable_by_usb_hcd_simulator: z.boolean(),
});

/** What a person said a thread's patch changes, and whether a simulator of host controllers could play it. */
export interface KindLabel {
  readonly file: string;
  readonly path: string;
  readonly kind: string;
  readonly isModelable: boolean;
}

/** The label of every thread of a folder, by name. */
export function readKindLabels(folder: string): readonly KindLabel[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => {
    const read = label.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const { file, patch_kind: kind, modelable_by_usb_hcd_simulator: isModelable } = read;
    return { file, path: join(folder, file), kind, isModelable };
  });
}
