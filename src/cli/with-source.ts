import { loadCParser } from '../adapters/c-parser/c-parser.ts';
import { openTree } from '../adapters/tree/open-tree.ts';
import type { Thread } from '../evaluation.ts';
import { collectSeries, currentSeries } from '../series/collect-series.ts';

/** The thread with the sources its series is for: a checkout, a bare repository or a plain directory of sources. */
export async function withSource(thread: Thread, directory: string | undefined): Promise<Thread> {
  if (directory === undefined) return thread;
  const series = currentSeries(collectSeries(thread.letters));
  const about = { baseCommit: series?.baseCommit ?? null, date: series?.date ?? null };
  const [{ tree }, parseC] = await Promise.all([openTree(directory, about), loadCParser()]);
  return { ...thread, source: { tree, parseC } };
}
