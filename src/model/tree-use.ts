import type { Patch } from '../series/series.ts';
import type { Refusal } from './apply-diff.ts';
import { isPatchPath } from './patch-path.ts';
import type { ProfileDifference } from './profile-difference.ts';

/** How the tree was chosen: what the mail says comes before what was found out. */
export type BaseHow = 'base-commit' | 'named' | 'index-lines' | 'tag' | 'head' | 'given';

/** The state of the sources a series is read on. */
export interface TreeBase {
  readonly how: BaseHow;
  /** A release, the first digits of a commit, or a directory's name. */
  readonly name: string;
  /** Null for a plain directory. */
  readonly commit: string | null;
  /** When that state was committed, ISO 8601; null when nothing tells. */
  readonly date: string | null;
  /** Whole days from the base to the mail; negative for a tree that is younger than the mail. */
  readonly ageDays: number | null;
}

/** What came of putting a series into a tree. */
export interface TreeTrial {
  readonly base: TreeBase;
  /** What git's own apply did not take of a series that ours takes. */
  readonly refusedByGit: readonly Refusal[];
  /** The nearest base on which it does apply, when it does not on this one. */
  readonly appliesOn: TreeBase | null;
  /** Other bases that were tried. */
  readonly basesTried: number;
}

/** What the report says of the tree: which, how old on the day of the mail, and what it did not take. */
export interface TreeUse extends TreeBase {
  readonly refused: readonly Refusal[];
  /** Where the driver in it is not as config/hcd expects. */
  readonly differences: readonly ProfileDifference[];
  readonly appliesOn: TreeBase | null;
  readonly basesTried: number;
}

/** The trial in the words of the report; null when nobody said which tree it was. */
export function treeUse(
  trial: TreeTrial | undefined,
  { refused, differences }: Pick<TreeUse, 'refused' | 'differences'>,
): TreeUse | null {
  if (trial === undefined) return null;
  const { base, appliesOn, basesTried } = trial;
  return { ...base, refused, differences, appliesOn, basesTried };
}

/**
 * The paths a series reads or writes, each once: what a tree is asked for. Names that are no path of a kernel are not
 * among them, so that nobody looks for them.
 */
export function pathsOf(patches: readonly Patch[]): string[] {
  const paths = patches.flatMap(({ files }) => files).flatMap(({ path, oldPath }) => [path, oldPath ?? path]);
  return [...new Set(paths)].filter(isPatchPath).sort();
}

/**
 * The texts a series is made on, by path: the first digits of git's id for each file, as the `index` line of its first
 * patch has them. A file that a patch makes, or whose patch does not say it, is not among them.
 */
export function oldBlobsOf(patches: readonly Patch[]): ReadonlyMap<string, string> {
  const blobs = new Map<string, string | null>();
  for (const { path, oldPath, oldBlob } of patches.flatMap(({ files }) => files)) {
    const from = oldPath ?? path;
    if (!blobs.has(from)) blobs.set(from, isPatchPath(from) ? oldBlob : null);
    if (!blobs.has(path)) blobs.set(path, null);
  }
  return new Map([...blobs].flatMap(([path, blob]) => (blob === null ? [] : [[path, blob] as const])));
}
