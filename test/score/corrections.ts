import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LabelledClaim, LabelledThread } from './labels.ts';

/** Line of the thread's file, from 1; null where the letter is packed as base64 and its file shows no text. */
const line = z.int().positive().nullable();

const correction = z.strictObject({
  /** Claims that stand in the mail and not in the label: the letter, the line of its text, the figures before and after. */
  unlabelled: z.array(z.strictObject({ claim: z.string(), line })).default([]),
  /** Labels that are wrong, by their place in the file from 1, and why. */
  wrong: z.array(z.strictObject({ label: z.int(), line, why: z.string() })).default([]),
});

const corrections = z.record(z.string(), correction);

/** By the name of the thread's file. */
export type Corrections = z.infer<typeof corrections>;

export function readCorrections(): Corrections {
  const file = new URL('./corrections.json', import.meta.url);
  return corrections.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The labels of a thread without those that the list calls wrong. */
export function correctedLabels(thread: LabelledThread, list: Corrections): readonly LabelledClaim[] {
  const wrong = new Set(list[thread.file]?.wrong.map((one) => one.label));
  return thread.claims.filter((_, at) => !wrong.has(at + 1));
}

export function isConfirmed(file: string, place: string, list: Corrections): boolean {
  return list[file]?.unlabelled.some(({ claim }) => claim === place) ?? false;
}
