import { z } from 'zod';
import type { HcdProfile } from '../model/hcd-profile.ts';
import type { UdcProfile } from '../model/udc-profile.ts';
import { figure, source, words } from './shapes.ts';

function fact<Value extends z.ZodType>(value: Value) {
  return z.strictObject({ fact: value, source });
}

const hcdShape = {
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
};

/** config/hcd/<driver>.json: a host-controller driver as its source shows it. */
export const hcdFile = z.strictObject(hcdShape) satisfies z.ZodType<HcdProfile>;

/** config/udc/<driver>.json: a device-controller driver, and the functions on it as they are by default. */
export const udcFile = z.strictObject({
  ...hcdShape,
  functions: z.strictObject({
    storageBuffers: figure,
    storageBufferBytes: figure,
    etherQmult: figure,
    etherThrottledBefore: fact(z.strictObject({ version: z.string(), day: z.string() })),
  }),
  otherControllers: words,
}) satisfies z.ZodType<UdcProfile>;
