import type { HardenedGit } from './hardened-git.ts';

/** The commit a series is read on, and how it was found. */
export interface Base {
  readonly commit: string;
  readonly how: 'base-commit' | 'tag' | 'head';
  /** The tag's name, or the commit. */
  readonly name: string;
}

const COMMIT = /^[0-9a-f]{40}$/;
const RELEASE = /^v\d+\.\d+(?:\.\d+)?(?:-rc\d+)?$/;
const TAGS_MAX = 20_000;

/**
 * The commit the mail names as its base, when the repository has it; else the newest release that was tagged before
 * `date`; else the repository's HEAD. Null for a repository without any commit.
 */
export async function findBase(
  git: HardenedGit,
  { baseCommit, date }: { readonly baseCommit: string | null; readonly date: string | null },
): Promise<Base | null> {
  if (baseCommit !== null && COMMIT.test(baseCommit)) {
    const commit = await commitOf(git, baseCommit);
    if (commit !== null) return { commit, how: 'base-commit', name: baseCommit };
  }
  const tag = date === null ? null : await newestTag(git, date);
  if (tag !== null) return tag;
  const head = await commitOf(git, 'HEAD');
  return head === null ? null : { commit: head, how: 'head', name: 'HEAD' };
}

/** `name` is an id or HEAD, never text of a mail that could be an option. */
async function commitOf({ git }: HardenedGit, name: string): Promise<string | null> {
  try {
    const told = await git.raw(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    return COMMIT.test(told.trim()) ? told.trim() : null;
  } catch {
    return null;
  }
}

async function newestTag({ git }: HardenedGit, date: string): Promise<Base | null> {
  const format = '%(refname:short) %(creatordate:iso-strict) %(objectname) %(*objectname)';
  const told = await git.raw(['for-each-ref', '--sort=-creatordate', `--format=${format}`, 'refs/tags/']);
  const before = Date.parse(date);
  for (const line of told.split('\n', TAGS_MAX)) {
    const [name = '', made = '', object = '', commit = ''] = line.split(' ');
    if (RELEASE.test(name) && Date.parse(made) <= before)
      return { commit: commit || object, how: 'tag', name };
  }
  return null;
}
