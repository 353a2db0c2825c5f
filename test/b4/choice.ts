import { collectSeries, currentSeries } from '../../src/series/collect-series.ts';
import type { Series } from '../../src/series/series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';

/** What a reader takes of a thread. */
export interface Choice {
  readonly version: number;
  /** Ids of the patches that have a diff, in their order. */
  readonly patches: readonly string[];
  /** Everybody who vouches for some patch, each once: "reviewed-by: ada@example.org". */
  readonly people: readonly string[];
}

export const FIELDS = ['version', 'patches', 'people'] as const satisfies readonly (keyof Choice)[];

export const NO_CHOICE: Choice = { version: 0, patches: [], people: [] };

/** What we take of an mbox. */
export async function ourChoice(mbox: Uint8Array): Promise<Choice> {
  const series = currentSeries(collectSeries((await readDocument(mbox)).value, seriesLimits));
  return series === null ? NO_CHOICE : choiceOf(series);
}

function choiceOf({ version, patches, trailers }: Series): Choice {
  const shown = patches.filter((patch) => patch.from !== 'diffless');
  return {
    version,
    patches: shown.map(({ messageId }) => messageId ?? ''),
    people: peopleOf(trailers.map(({ key, value }) => `${key}: ${value}`)),
  };
}

/** The trailers that end in "-by", each person once for each; a name alone where there is no address. */
export function peopleOf(trailers: readonly string[]): readonly string[] {
  const said = trailers.flatMap((text) => {
    const [, key = '', value = ''] = /^([\w-]+-by):(.*)$/i.exec(text) ?? [];
    const address = /<([^<>]+)>/.exec(value)?.[1] ?? value.trim();
    return key === '' ? [] : [`${key}: ${address}`.toLowerCase()];
  });
  return [...new Set(said)].toSorted();
}

/** In which fields two choices differ. */
export function differingFields(ours: Choice, theirs: Choice): readonly (keyof Choice)[] {
  return FIELDS.filter((field) => String(ours[field]) !== String(theirs[field]));
}
