import { z } from 'zod';
import type { ServiceLimits } from '../service/service-settings.ts';
import { count } from './shapes.ts';

/** For a file that was written before there was any. */
const SPREAD: ServiceLimits['spread'] = {
  ...{ partsMin: 16, afterSeconds: 20, partsPerShare: 8, claimsAtOnce: 16 },
  ...{ takenSeconds: 120, lookSeconds: 1 },
};

/** config/service.json: how the service waits, tries again and stops. No number of it changes a report. */
const serviceShape = z.strictObject({
  quietPeriodMinutes: z.number().nonnegative(),
  pollSeconds: z.number().positive(),
  pollSecondsMax: z.number().positive(),
  reconcileSeconds: z.number().positive(),
  attemptsMax: count,
  retryDelaySeconds: z.number().positive(),
  lockSeconds: z.number().positive(),
  claimSeconds: z.number().nonnegative(),
  mailVisibilityMinutes: z.number().nonnegative(),
  evaluation: z.strictObject({
    ...{ deadlineSeconds: count, memoryMegabytes: count, atOnce: count },
    threads: count.nullable().default(null),
  }),
  spread: z
    .strictObject({
      partsMin: count,
      afterSeconds: z.number().nonnegative(),
      partsPerShare: count,
      claimsAtOnce: count,
      takenSeconds: z.number().positive(),
      lookSeconds: z.number().positive(),
    })
    .default(SPREAD),
  post: z.strictObject({
    retrySeconds: z.number().positive(),
    retrySecondsMax: z.number().positive(),
    triesMax: count,
  }),
  forge: z.strictObject({
    requestSeconds: z.number().positive(),
    visibilitySeconds: z.number().nonnegative(),
  }),
  caps: z.strictObject({
    postsPerThread: count,
    postsPerListDay: count,
    postsPerHour: count,
    commandsPerActorHour: count,
    commandsPerMail: count,
    commandsPerThreadDay: count,
    commandDays: count,
    addressOffDays: count.default(30),
  }),
});

/** A claim outlasts what its holder may still have under way: half of it to begin, a token and a write to end. */
export const serviceFile = serviceShape.refine(
  ({ claimSeconds, forge }) => claimSeconds >= 4 * forge.requestSeconds,
  { path: ['claimSeconds'], message: 'it is at least four times forge.requestSeconds' },
) satisfies z.ZodType<ServiceLimits>;
