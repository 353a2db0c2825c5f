import { loadCParser } from '../adapters/c-parser/c-parser.ts';
import { NO_SERIES, openTree, type TreeRequest } from '../adapters/tree/open-tree.ts';
import { openSourceCache } from '../adapters/tree/source-cache.ts';
import type { Thread } from '../evaluation.ts';
import { namedBases } from '../model/named-base.ts';
import { collectSeries, currentSeries } from '../series/collect-series.ts';
import { readSettings } from '../settings.ts';

/**
 * The thread with the sources its series is for: a checkout, a bare repository or a plain directory of sources. `commit`
 * takes the place of the base that the series names.
 */
export async function withSource(
  thread: Thread,
  directory: string,
  commit: string | null = null,
): Promise<Thread> {
  const request = requestOf(thread);
  const [{ tree, trial }, parseC] = await Promise.all([
    openTree(directory, commit === null ? request : { ...request, baseCommit: commit }),
    loadCParser(),
  ]);
  return { ...thread, source: { tree, trial, parseC, known: openSourceCache() } };
}

function requestOf({ letters }: Thread): TreeRequest {
  const series = currentSeries(collectSeries(letters, readSettings().series));
  if (series === null) return NO_SERIES;
  const { baseCommit, date, patches } = series;
  return { baseCommit, date, patches, namedBases: namedBases(series) };
}
