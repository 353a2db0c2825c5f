import { createHash } from 'node:crypto';
import { applySeries, type PatchedTree, type Refusal } from '../../model/apply-diff.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { pathsOf, type TreeBase } from '../../model/tree-use.ts';
import type { Patch } from '../../series/series.ts';
import { releaseBase } from './find-base.ts';
import { applyByGit, type GitApplied } from './git-apply.ts';
import type { HardenedGit } from './hardened-git.ts';
import type { GitBlob, ObjectReader } from './object-reader.ts';
import { nearestTo, type Release } from './releases.ts';

/** Where a series is tried: a commit, and texts that stand over the commit's own. */
export interface TrialPlace {
  readonly commit: string;
  readonly laidOver: ReadonlyMap<string, string>;
}

/** What our applier makes of a series at a commit, and the texts it was made on. */
export interface Decision {
  readonly patched: PatchedTree;
  readonly texts: ReadonlyMap<string, GitBlob>;
}

/** Releases that are tried when the series does not apply, and how many of them at once. */
const TRIED_MAX = 40;
const AT_ONCE = 8;

/** Decides whether a series applies at a commit: only the texts it changes are read. */
export async function decide(
  reader: ObjectReader,
  { commit, laidOver }: TrialPlace,
  patches: readonly Patch[],
): Promise<Decision> {
  const paths = pathsOf(patches);
  const blobs = await reader.read(paths.map((path) => laidOver.get(path) ?? `${commit}:${path}`));
  const texts = new Map(paths.flatMap((path, index) => withBlob(path, blobs[index])));
  return { patched: applySeries(treeOf(texts), patches), texts };
}

/**
 * What git itself would not take of a series that our applier takes, or makes something else of. It is not asked about
 * texts in another encoding than UTF-8, whose bytes we can not write again.
 */
export function refusedByGit(
  git: HardenedGit,
  { patched, texts }: Decision,
  { patches, objects }: { readonly patches: readonly Patch[]; readonly objects: string },
): Refusal[] {
  if (![...texts.values()].every(isFaithful)) return [];
  const isLoose = patched.loose.length > 0;
  const applied = applyByGit(git, { patches, texts, objects, isLoose });
  if (applied.did === 'refused') return [{ path: '', hunk: 0, why: `git apply: ${applied.why}` }];
  const changed = patches.flatMap(({ files }) => files).filter(({ hunks }) => hunks.length > 0);
  return [...new Set(changed.map(({ path }) => path))]
    .filter((path) => !isLoose && !isSame(patched.tree.read(path), applied, path))
    .map((path) => ({ path, hunk: 0, why: 'git apply makes another text of it' }));
}

/** The release nearest in time on which a series applies, and how many were tried. */
export async function nearestThatTakes(
  reader: ObjectReader,
  patches: readonly Patch[],
  { releases, base, date }: NearestRequest,
): Promise<{ readonly appliesOn: TreeBase | null; readonly basesTried: number }> {
  const day = base.date ?? date;
  const others = releases.filter(({ commit }) => commit !== base.commit);
  const near = (day === null ? others : nearestTo(others, day)).slice(0, TRIED_MAX);
  for (let from = 0; from < near.length; from += AT_ONCE) {
    const some = near.slice(from, from + AT_ONCE);
    const tried = await Promise.all(
      some.map(({ commit }) => decide(reader, { commit, laidOver: new Map() }, patches)),
    );
    const index = tried.findIndex(({ patched }) => patched.refused.length === 0);
    const found = some[index];
    if (found !== undefined) return { appliesOn: releaseBase(found, date), basesTried: from + index + 1 };
  }
  return { appliesOn: null, basesTried: near.length };
}

interface NearestRequest {
  readonly releases: readonly Release[];
  readonly base: TreeBase;
  /** Of the mail. */
  readonly date: string | null;
}

function withBlob(path: string, blob: GitBlob | null | undefined): [string, GitBlob][] {
  return blob == null ? [] : [[path, blob]];
}

function treeOf(texts: ReadonlyMap<string, GitBlob>): SourceTree {
  const read = (path: string): string | null => texts.get(path)?.text ?? null;
  return { read, list: (prefix) => [...texts.keys()].filter((path) => path.startsWith(prefix)) };
}

function isSame(text: string | null, applied: GitApplied & { did: 'applied' }, path: string): boolean {
  const id = applied.ids.get(path) ?? null;
  return text === null ? id === null : id === blobId(text);
}

/** Whether the text is the bytes: what is not UTF-8 was read with signs in place of some. */
function isFaithful({ id, text }: GitBlob): boolean {
  return blobId(text) === id;
}

/** The id git gives to a text. Source: git-hash-object(1) */
function blobId(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
