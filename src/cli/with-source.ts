import { loadCParser } from '../adapters/c-parser/c-parser.ts';
import { NO_SERIES, type OpenedTree, openTree, type TreeRequest } from '../adapters/tree/open-tree.ts';
import { openSourceCache } from '../adapters/tree/source-cache.ts';
import type { Thread } from '../evaluation.ts';
import type { Letter } from '../ingest/letter.ts';
import { applySeries } from '../model/apply-diff.ts';
import { namedBases } from '../model/named-base.ts';
import type { SourceTree } from '../model/source-tree.ts';
import { collectSeries, currentSeries } from '../series/collect-series.ts';
import type { Patch } from '../series/series.ts';
import { NotUnderstood } from '../service/asked.ts';
import { readSettings } from '../settings.ts';

/** Sources, and how somebody wants them. */
export interface WantedSource {
  readonly directory: string;
  /** In place of the base that the series names; null for that one. */
  readonly commit: string | null;
  /** The letters of a series that is laid under this one first; null without. */
  readonly beneath: readonly Letter[] | null;
}

/**
 * The thread with the sources its series is for: a checkout, a bare repository or a plain directory of sources.
 * @throws NotUnderstood where the sources are not as somebody wants them: no such commit, or a series that does not apply
 */
export async function withSource(thread: Thread, wanted: WantedSource): Promise<Thread> {
  const { directory, commit, beneath } = wanted;
  const below = beneath === null ? [] : patchesOf(beneath);
  const request = requestOf(thread, below);
  const [opened, parseC] = await Promise.all([
    openTree(directory, commit === null ? request : { ...request, baseCommit: commit }),
    loadCParser(),
  ]);
  const tree = laidUnder(atCommit(opened, commit), below);
  return { ...thread, source: { tree, trial: opened.trial, parseC, known: openSourceCache() } };
}

/** Where a commit is not to be had, another base would be taken: not what was asked for. */
function atCommit({ tree, trial }: OpenedTree, commit: string | null): SourceTree {
  if (commit === null || trial.base.commit === commit) return tree;
  throw new NotUnderstood(`the tree has no commit ${commit}`);
}

/** In memory, as the series itself is laid on them. */
function laidUnder(tree: SourceTree, below: readonly Patch[]): SourceTree {
  const { tree: laid, refused } = applySeries(tree, below);
  const [first] = refused;
  if (first === undefined) return laid;
  const where = first.path === '' ? '' : ` in ${first.path}`;
  throw new NotUnderstood(`the series it is to stand on does not apply${where}: ${first.why}`);
}

function patchesOf(letters: readonly Letter[]): readonly Patch[] {
  const series = currentSeries(collectSeries(letters, readSettings().series));
  if (series === null || series.patches.every(({ files }) => files.length === 0))
    throw new NotUnderstood('the series it is to stand on has no patches');
  return series.patches;
}

/** The texts that the lower series changes are those of the base; the upper one may change what the lower one made. */
function requestOf({ letters }: Thread, below: readonly Patch[]): TreeRequest {
  const series = currentSeries(collectSeries(letters, readSettings().series));
  if (series === null) return { ...NO_SERIES, patches: below };
  const { baseCommit, date, patches } = series;
  return { baseCommit, date, patches: [...below, ...patches], namedBases: namedBases(series) };
}
