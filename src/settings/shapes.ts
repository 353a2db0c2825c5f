import { z } from 'zod';

// Pieces that the files of config/ share. Unknown keys are refused everywhere: a misspelt limit must not be a
// limit switched off.

export const count = z.int().positive();
export const positive = z.number().positive();
export const words = z.array(z.string().min(1));
export const source = z.string().min(1);
export const era = z.enum(['E0', 'E1', 'E2', 'E3', 'E4']);

/** A number with its unit and where it comes from. */
export const figure = z.strictObject({ value: z.number(), unit: z.string(), source });

/** A number whose `low` and `high` bound it: 5 and 95 % of a log-normal. */
export const prior = figure.extend({ low: z.number(), high: z.number() });
export const priorOrFigure = figure.extend({ low: z.number().optional(), high: z.number().optional() });

/** A record whose names are all there and no others. */
export function named<Name extends string, Entry extends z.ZodType>(
  names: readonly Name[],
  entry: Entry,
): z.ZodObject<Record<Name, Entry>, z.core.$strict> {
  const shape: Partial<Record<Name, Entry>> = {};
  for (const name of names) shape[name] = entry;
  return z.strictObject(shape as Record<Name, Entry>);
}
