import { readFileSync } from 'node:fs';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { Letter } from '../../src/ingest/letter.ts';
import type { IngestLimits } from '../../src/ingest/limits.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import type { Read } from '../../src/problem.ts';
import type { SeriesLimits } from '../../src/series/series-limits.ts';

interface Defaults {
  readonly ingest: IngestLimits;
  readonly series: SeriesLimits;
}

const defaults: Defaults = JSON.parse(
  readFileSync(new URL('../../config/default.json', import.meta.url), 'utf8'),
);

/** The limits the product runs with. */
export const limits: IngestLimits = defaults.ingest;
export const seriesLimits: SeriesLimits = defaults.series;
export const settings = { limits, mime: mailparserMime };

/** Reads a document given as text (UTF-8) or as bytes, with the product's own limits unless told otherwise. */
export function readDocument(
  document: string | Uint8Array,
  over: Partial<IngestLimits> = {},
): Promise<Read<readonly Letter[]>> {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  return readLetters(bytes, { ...settings, limits: { ...limits, ...over } });
}

/** The only letter of a document. */
export async function readOne(document: string | Uint8Array): Promise<Letter> {
  const [letter, ...more] = (await readDocument(document)).value;
  if (letter === undefined || more.length > 0)
    throw new Error('the document does not hold exactly one letter');
  return letter;
}
