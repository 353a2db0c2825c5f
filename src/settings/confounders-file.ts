import { z } from 'zod';
import type { ConfounderFile } from '../replay/replay-settings.ts';
import { COSTS } from './machine-files.ts';
import { positive, source } from './shapes.ts';

/** config/confounders.json: what may differ between two measurements without any patch. */
export const confoundersFile = z.array(
  z.strictObject({
    name: z.string().min(1),
    adds: z.enum(COSTS).optional(),
    unit: z.string(),
    low: positive,
    high: positive,
    source,
  }),
) satisfies z.ZodType<readonly ConfounderFile[]>;
