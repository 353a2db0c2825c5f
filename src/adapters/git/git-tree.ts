import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Fault } from '../../fault.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import { type Base, findBase } from './find-base.ts';
import { type HardenedGit, hardenedGit } from './hardened-git.ts';
import { readBlobs } from './read-blobs.ts';

/** A commit of a repository as a tree of sources, and which commit that is. */
export interface GitTree {
  readonly tree: SourceTree;
  readonly base: Base;
}

/** What is wanted of a repository: a base for a series, and the folders to read of it. */
export interface GitTreeRequest {
  readonly repository: string;
  readonly baseCommit: string | null;
  readonly date: string | null;
  /** "drivers/usb/", with the slash; nothing else is in the tree that is given. */
  readonly folders: readonly string[];
}

const ENTRIES_MAX = 100_000;
const FOLDER = /^[a-z][A-Za-z0-9_/-]*\/$/;

/** Whether a directory is a git repository, bare or with a work tree. */
export function isRepository(directory: string): boolean {
  return gitDirOf(directory) !== null;
}

/**
 * Opens the folders at the base of a series. Nothing is checked out: no hook, filter, submodule or symbolic
 * link of the repository has any effect.
 *
 * @throws Fault  when the directory is no repository, or has no commit
 */
export async function openGitTree(request: GitTreeRequest): Promise<GitTree> {
  const gitDir = gitDirOf(request.repository);
  if (gitDir === null) throw new Fault(`${request.repository} is not a git repository`, 'never');
  const git = hardenedGit(gitDir);
  try {
    const base = await findBase(git, request);
    if (base === null) throw new Fault(`${request.repository} has no commit`, 'never');
    return { tree: await readFolders(git, base.commit, request.folders), base };
  } finally {
    git.close();
  }
}

/** The names are read at once, the texts folder by folder when one of a folder is asked for. */
async function readFolders(
  git: HardenedGit,
  commit: string,
  folders: readonly string[],
): Promise<SourceTree> {
  const wanted = folders.filter((folder) => FOLDER.test(folder));
  const told = await git.git.raw(['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...wanted]);
  const ids = new Map(told.split('\0', ENTRIES_MAX).flatMap(sourceEntry));
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

/** A plain C file and the id of its text; neither a link nor another repository. */
function sourceEntry(entry: string): [string, string][] {
  const [, id, path] = /^100(?:644|755) blob ([0-9a-f]{40})\t(.+\.[ch])$/s.exec(entry) ?? [];
  return id === undefined || path === undefined ? [] : [[path, id]];
}

/** The repository's own directory: the directory itself, its `.git`, or where a `.git` file points. */
function gitDirOf(directory: string): string | null {
  const home = resolve(directory);
  if (existsSync(join(home, 'objects')) && existsSync(join(home, 'HEAD'))) return home;
  const inner = join(home, '.git');
  if (!existsSync(inner)) return null;
  if (statSync(inner).isDirectory()) return inner;
  const target = /^gitdir: (.+)$/m.exec(readFileSync(inner, 'utf8'))?.[1];
  if (target === undefined) return null;
  return isAbsolute(target) ? target : resolve(home, target);
}
