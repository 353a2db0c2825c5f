import { z } from 'zod';
import type { LoadsFile } from '../replay/replay-settings.ts';
import { count, era, figure, positive, prior, source } from './shapes.ts';

function candidates<Value extends z.ZodType>(value: Value) {
  return z.array(z.strictObject({ value, weight: positive, eras: z.array(era), source })).min(1);
}

/** config/loads.json: what a figure of a load or a count may mean. */
export const loadsFile = z.strictObject({
  cpusCounted: candidates(count),
  idleCounted: candidates(z.boolean()),
  requestBytesUnsaid: candidates(count),
  eventsWithinFactor: figure,
  linkShareUnsaid: prior,
  scatterEntryBytes: prior,
}) satisfies z.ZodType<LoadsFile>;
