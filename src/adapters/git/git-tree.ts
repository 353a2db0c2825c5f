import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Fault } from '../../fault.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { oldBlobsOf, pathsOf, type TreeTrial } from '../../model/tree-use.ts';
import type { Patch } from '../../series/series.ts';
import { type Base, type BaseFacts, findBase } from './find-base.ts';
import { type HardenedGit, hardenedGit } from './hardened-git.ts';
import { openObjectReader } from './object-reader.ts';
import { readBlobs } from './read-blobs.ts';
import { listReleases } from './releases.ts';
import { decide, nearestThatTakes, refusedByGit } from './try-series.ts';

/** A commit of a repository as a tree of sources, which commit that is, and what came of putting the series there. */
export interface GitTree {
  readonly tree: SourceTree;
  readonly trial: TreeTrial;
}

/** What is wanted of a repository: a base for a series, and the folders to read of it. */
export interface GitTreeRequest extends Omit<BaseFacts, 'oldBlobs'> {
  readonly repository: string;
  readonly patches: readonly Patch[];
  /** "drivers/usb/", with the slash; beside them only the files of the series are in the tree that is given. */
  readonly folders: readonly string[];
}

const ENTRIES_MAX = 100_000;
const FOLDER = /^[a-z][A-Za-z0-9_/-]*\/$/;

/** Whether a directory is a git repository, bare or with a work tree. */
export function isRepository(directory: string): boolean {
  return gitDirOf(directory) !== null;
}

/**
 * Opens the folders at the base of a series, and tries the series there: first by our own applier, then by git's. Nothing
 * is checked out: no hook, filter, submodule or symbolic link of the repository has any effect.
 *
 * @throws Fault  when the directory is no repository, or has no commit
 */
export async function openGitTree(request: GitTreeRequest): Promise<GitTree> {
  const gitDir = gitDirOf(request.repository);
  if (gitDir === null) throw new Fault(`${request.repository} is not a git repository`, 'never');
  const git = hardenedGit(gitDir);
  try {
    const base = await findBase(git, { ...request, oldBlobs: oldBlobsOf(request.patches) });
    if (base === null) throw new Fault(`${request.repository} has no commit`, 'never');
    return { tree: await readFolders(git, base, request), trial: await tryThere(git, base, request) };
  } finally {
    git.close();
  }
}

async function tryThere(git: HardenedGit, found: Base, request: GitTreeRequest): Promise<TreeTrial> {
  const { laidOver: _laidOver, ...base } = found;
  const { patches, date } = request;
  if (patches.every(({ files }) => files.length === 0)) return { base, ...TAKEN };
  const reader = openObjectReader(git);
  try {
    const decision = await decide(reader, found, patches);
    if (decision.patched.refused.length > 0) {
      const releases = await listReleases(git);
      return {
        base,
        refusedByGit: [],
        ...(await nearestThatTakes(reader, patches, { releases, base, date })),
      };
    }
    const objects = (await git.git.raw(['rev-parse', '--git-path', 'objects'])).trim();
    return {
      base,
      ...TAKEN,
      refusedByGit: refusedByGit(git, decision, { patches, objects: resolve(git.scratch, objects) }),
    };
  } finally {
    reader.close();
  }
}

const TAKEN = { refusedByGit: [], appliesOn: null, basesTried: 0 };

/** The names are read at once, the texts folder by folder when one of a folder is asked for. */
async function readFolders(git: HardenedGit, base: Base, request: GitTreeRequest): Promise<SourceTree> {
  const wanted = [...request.folders.filter((folder) => FOLDER.test(folder)), ...pathsOf(request.patches)];
  const told = await git.git.raw(['ls-tree', '-r', '-z', '--full-tree', base.commit, '--', ...wanted]);
  const ids = new Map([...told.split('\0', ENTRIES_MAX).flatMap(sourceEntry), ...base.laidOver]);
  const paths = [...ids.keys()].sort();
  const loaded = new Map<string, ReadonlyMap<string, string>>();
  const textsOf = (folder: string): ReadonlyMap<string, string> => {
    const known = loaded.get(folder);
    if (known) return known;
    const own = paths.filter((path) => dirname(path) === folder).flatMap((path) => ids.get(path) ?? []);
    const texts = readBlobs(git, own);
    loaded.set(folder, texts);
    return texts;
  };
  return {
    read: (path) => {
      const id = ids.get(path);
      return id === undefined ? null : (textsOf(dirname(path)).get(id) ?? null);
    },
    list: (prefix) => paths.filter((path) => path.startsWith(prefix)),
  };
}

/** A plain file and the id of its text; neither a link nor another repository. */
function sourceEntry(entry: string): [string, string][] {
  const [, id, path] = /^100(?:644|755) blob ([0-9a-f]{40})\t(.+)$/s.exec(entry) ?? [];
  return id === undefined || path === undefined ? [] : [[path, id]];
}

/** The repository's own directory: the directory itself, its `.git`, or where a `.git` file points. */
export function gitDirOf(directory: string): string | null {
  const home = resolve(directory);
  if (existsSync(join(home, 'objects')) && existsSync(join(home, 'HEAD'))) return home;
  const inner = join(home, '.git');
  if (!existsSync(inner)) return null;
  if (statSync(inner).isDirectory()) return inner;
  const target = /^gitdir: (.+)$/m.exec(readFileSync(inner, 'utf8'))?.[1];
  if (target === undefined) return null;
  return isAbsolute(target) ? target : resolve(home, target);
}
