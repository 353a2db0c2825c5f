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
  settings: Pick<Settings, 'series' | 'claims' | 'verdict'>,
  limits: ScanLimits,
): AsyncGenerator<ScannedSeries> {
  const known = new Set<string>();
  for await (const thread of streamThreads(letters, limits.heldCharactersMax)) {
    for (const series of scanThread(thread, settings)) {
      const [title, marks] = [titleOf(series), marksOf(series)];
      // A title alone says nothing of a first version: people reuse the titles of their pull requests for years.
      const isReroll = series.version > 1 && known.has(title);
      if (!isReroll && !marks.some((mark) => known.has(mark))) yield series;
      for (const mark of [title, ...marks]) known.add(mark);
    }
  }
}

/** What two postings of one work have in common: a change-id, a figure under one title or of one person, two figures. */
function marksOf(series: ScannedSeries): readonly string[] {
  const figures = series.claims.map(figureOf);
  const person = personOf(series);
  return [
    ...(series.changeId === null ? [] : [`change ${series.changeId}`]),
    ...figures.flatMap((figure) => [`${person} ${figure}`, `${bareTitle(series)} ${figure}`]),
    ...figures.slice(1).map((figure, at) => `${figures[at]} ${figure}`),
  ];
}

function titleOf(series: ScannedSeries): string {
  return `title ${personOf(series)} ${bareTitle(series)}`;
}

function personOf({ author }: ScannedSeries): string {
  return author?.address?.toLowerCase() ?? author?.name.toLowerCase() ?? '';
}

function bareTitle({ subject }: ScannedSeries): string {
  return subject
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function figureOf({ before, after, baseUnit, stated, metric }: ScannedSeries['claims'][number]): string {
  const sides = [before?.base, after?.base].join(' ');
  return `${sides} ${baseUnit} ${before === null && after === null ? `${metric} ${stated?.text}` : ''}`;
}
