import { z } from 'zod';
import type { CostFile, MachineFile } from '../replay/replay-settings.ts';
import type { CostName } from '../simulator/costs.ts';
import { named, positive, priorOrFigure, source, words } from './shapes.ts';

export const COSTS = [
  'irqNs',
  'softirqNs',
  'taskletNs',
  'wakeNs',
  'contextSwitchNs',
  'irqThreadNs',
  'lockNs',
  'contendedLockNs',
  'eventTrbNs',
  'mmioReadNs',
  'mmioWriteNs',
  'submitNs',
  'givebackNs',
  'bhQueueNs',
  'mapNs',
  'unmapNs',
  'skbNs',
  'rxStackNs',
  'uvcHeaderNs',
  'scsiNs',
  'readCachedNs',
  'readCoherentNs',
  'copyCachedBytesPerSec',
  'copyCoherentBytesPerSec',
] as const satisfies readonly CostName[];

const cost = z.union([priorOrFigure, z.strictObject({ sameAs: z.enum(COSTS), source })]);

/** config/costs/<class>.json: the costs of a machine class, or a mixture of classes. */
export const costFile = z.union([
  named(COSTS, cost),
  z.strictObject({
    source,
    mixture: z.array(z.strictObject({ class: z.string(), weight: positive })).min(1),
  }),
]) satisfies z.ZodType<CostFile>;

/** config/machines/<class>.json: the words that name the class. */
export const machineFile = z.strictObject({
  class: z.string(),
  patterns: words,
  clockMhz: positive.optional(),
}) satisfies z.ZodType<MachineFile>;
