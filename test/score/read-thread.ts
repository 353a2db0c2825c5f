import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { ClaimLimits } from '../../src/claims/claim-limits.ts';
import type { IngestLimits } from '../../src/ingest/limits.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import type { Series } from '../../src/series/series.ts';
import type { SeriesLimits } from '../../src/series/series-limits.ts';

const config = readFileSync(new URL('../../config/default.json', import.meta.url), 'utf8');
/** Only the sections this needs; the product's own check of the whole file is tested elsewhere. */
const sections = z.object({
  ingest: z.custom<IngestLimits>(),
  series: z.custom<SeriesLimits>(),
  claims: z.custom<ClaimLimits>(),
});
const defaults = sections.parse(JSON.parse(config));

export const claimLimits: ClaimLimits = defaults.claims;

/** What a document holds, read as the product reads it. */
export async function readThread(path: string): Promise<readonly Series[]> {
  const settings = { limits: defaults.ingest, mime: mailparserMime };
  const letters = await readLetters(readFileSync(path), settings);
  return collectSeries(letters.value, defaults.series);
}
