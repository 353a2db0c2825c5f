import { z } from 'zod';
import type { HcdProfile } from '../model/hcd-profile.ts';
import { figure, source, words } from './shapes.ts';

function fact<Value extends z.ZodType>(value: Value) {
  return z.strictObject({ fact: value, source });
}

/** config/hcd/<driver>.json: a host-controller driver as its source shows it. */
export const hcdFile = z.strictObject({
  driver: z.string(),
  names: words,
  files: words,
  kernel: z.string(),
  lock: fact(z.string()),
  hcdBh: fact(z.boolean()),
  hcdBhSince: fact(z.strictObject({ version: z.string(), day: z.string() })).nullable(),
  giveback: z.strictObject({
    function: fact(z.string()),
    lockStyle: fact(z.enum(['dropped', 'held', 'released'])),
    context: fact(z.enum(['hardirq', 'tasklet', 'bh-workqueue', 'threaded-irq', 'workqueue', 'kthread'])),
  }),
  irq: z.strictObject({
    type: fact(z.enum(['hard', 'threaded', 'forced-threaded'])),
    handler: fact(z.string()),
    moderation: figure,
  }),
  enqueue: z.strictObject({ function: fact(z.string()), takesLock: fact(z.boolean()) }),
  sgTablesize: fact(z.union([z.int().nonnegative(), z.literal('unlimited')])),
  linger: figure,
  path: fact(words),
  lockTakenIn: fact(z.string()),
}) satisfies z.ZodType<HcdProfile>;
