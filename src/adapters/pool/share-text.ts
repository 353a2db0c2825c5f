import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { PlayedPart, ReplayPart } from '../../replay/replay-claim.ts';

/** What of an evaluation is told to whoever plays some of it. */
export interface SharedParts {
  readonly assume: Readonly<Record<string, number>>;
  readonly parts: readonly ReplayPart[];
}

/** As text that gives the very same value again; null for what JSON can not hold, as NaN or -0. */
export function exactText(value: object): string | null {
  const text = JSON.stringify(value);
  return isDeepStrictEqual(JSON.parse(text), value) ? text : null;
}

const sharedShape = z.object({
  assume: z.record(z.string(), z.number()),
  parts: z.array(z.object({ from: z.int().nonnegative(), to: z.int().positive() })).min(1),
});

/** What somebody wants to have played; null for what is none. The parts are looked at by playing them. */
export function readShared(text: string): SharedParts | null {
  const value = valueIn(text);
  return sharedShape.safeParse(value).success ? (value as SharedParts) : null;
}

const settingShape = z.looseObject({
  costs: z.looseObject({}),
  workload: z.looseObject({ kind: z.string() }),
  era: z.string(),
});
const pairShape = z.strictObject({
  ...{ draw: z.int(), setting: settingShape },
  ...{ before: z.number(), after: z.number(), deltaPercent: z.number(), missPercent: z.number() },
  events: z.int().nonnegative(),
});
const refusalShape = z.strictObject({ code: z.string(), because: z.string() });
const playedShape = z.array(z.array(z.union([pairShape, refusalShape, z.null()])));

/** What parts gave that somebody else played; null when it is not one outcome for each of their draws. */
export function readPlayed(text: string, parts: readonly ReplayPart[]): readonly PlayedPart[] | null {
  const value = valueIn(text);
  const read = playedShape.safeParse(value);
  if (!read.success || read.data.length !== parts.length) return null;
  const isOfParts = parts.every((part, at) => isOf(part, read.data[at] ?? []));
  return isOfParts ? (value as readonly PlayedPart[]) : null;
}

function isOf({ from, to }: ReplayPart, outcomes: z.infer<typeof playedShape>[number]): boolean {
  const isThatDraw = (one: (typeof outcomes)[number], at: number) =>
    one === null || 'code' in one || one.draw === from + at;
  return outcomes.length === to - from && outcomes.every(isThatDraw);
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
