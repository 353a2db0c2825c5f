import { z } from 'zod';
import type { ScanLimits } from '../scan.ts';
import { count } from './shapes.ts';

/** config/scan.json: how much of an archive is held at a time. No number of it changes a report. */
export const scanFile = z.strictObject({ heldCharactersMax: count }) satisfies z.ZodType<ScanLimits>;
