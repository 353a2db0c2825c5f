import { z } from 'zod';
import type { Noise } from '../verdict/verdict.ts';
import { count, named, prior, source } from './shapes.ts';

const WORKLOADS = [
  'storage-read',
  'storage-write',
  'net-rx',
  'net-tx',
  'video-capture',
  'audio',
  'hid',
  'cpu-profile',
  'memcpy',
  'other',
] as const;

const METRICS = ['latency', 'tail', 'cpu-load', 'irq-rate', 'context-switch-rate', 'loss'] as const;

/** config/noise.json: what a benchmark scatters from run to run. */
export const noiseFile = z.strictObject({
  cvPercent: named(WORKLOADS, prior),
  cvPercentOf: named(METRICS, prior),
  possibleRuns: z.strictObject({ value: z.array(count), unit: z.string(), source }),
}) satisfies z.ZodType<Noise>;
