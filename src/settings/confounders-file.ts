import { z } from 'zod';
import type { ConfounderFile } from '../replay/replay-settings.ts';
import { COSTS } from './machine-files.ts';
import { count, positive, source, words } from './shapes.ts';

const common = { name: z.string().min(1), classes: words.optional(), source };

/** config/confounders.json: what may differ between two measurements without any patch. */
export const confoundersFile = z.array(
  z.discriminatedUnion('does', [
    z.strictObject({ ...common, does: z.literal('adds'), to: z.enum(COSTS), lowNs: count, highNs: count }),
    z.strictObject({ ...common, does: z.literal('slows'), lowFactor: positive, highFactor: positive }),
    z.strictObject({ ...common, does: z.literal('parts'), lowIpiNs: count, highIpiNs: count }),
    z.strictObject({
      ...common,
      does: z.literal('idles'),
      states: z.array(z.strictObject({ exitNs: count, residencyNs: count })).min(1),
    }),
  ]),
) satisfies z.ZodType<readonly ConfounderFile[]>;
