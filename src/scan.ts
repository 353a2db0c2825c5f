import type { Letter } from './ingest/letter.ts';
import { type ScannedSeries, scanThread } from './scan-thread.ts';
import type { Settings } from './settings.ts';
import { streamThreads } from './thread-stream.ts';

/** config/scan.json. */
export interface ScanLimits {
  /** Text of letters held while their threads may still go on, in characters. */
  readonly heldCharactersMax: number;
}

/**
 * Every series of an archive that claims performance, once, as soon as its thread has ended. A reroll, a resend or a
 * copy of what was given already is not given again.
 */
export async function* scan(
  letters: AsyncIterable<Letter>,
  settings: Pick<Settings, 'claims' | 'verdict'>,
  limits: ScanLimits,
): AsyncGenerator<ScannedSeries> {
  const known = new Set<string>();
  for await (const thread of streamThreads(letters, limits.heldCharactersMax)) {
    for (const series of scanThread(thread, settings)) {
      const marks = marksOf(series);
      if (!marks.some((mark) => known.has(mark))) yield series;
      for (const mark of marks) known.add(mark);
    }
  }
}

/** What two postings of one work have in common: a change-id, the author with the title, or the title with a figure. */
function marksOf({ subject, author, changeId, claims }: ScannedSeries): readonly string[] {
  const person = author?.address?.toLowerCase() ?? author?.name.toLowerCase() ?? '';
  const title = subject
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const figures = claims.flatMap(({ before, after, baseUnit }) =>
    before === null || after === null ? [] : [`${before.base} ${after.base} ${baseUnit}`],
  );
  return [
    ...(changeId === null ? [] : [`change ${changeId}`]),
    `title ${person} ${title}`,
    ...figures.flatMap((pair) => [`figure ${person} ${pair}`, `figure of ${title} ${pair}`]),
  ];
}
