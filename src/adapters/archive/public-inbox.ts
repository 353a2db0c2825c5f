import { Fault } from '../../fault.ts';
import { type HardenedGit, hardenedGit } from '../git/hardened-git.ts';
import { type GitBytes, type ObjectReader, openBytesReader } from '../git/object-reader.ts';

/** One message of a public-inbox epoch: the commit that brought it, and its raw bytes. */
export interface InboxMessage {
  readonly commit: string;
  readonly bytes: Uint8Array;
}

export interface InboxRange {
  /** Only what came after that day, as git reads dates; everything when null. */
  readonly since: string | null;
  /** A larger message is passed over. */
  readonly messageBytesMax: number;
}

/** git says nothing until it has looked at every commit of an epoch, which takes minutes on a slow disk. */
const LIST_MS_MAX = 600_000;

/** Messages asked for at once: enough to keep git busy, little enough to hold. */
const ASKED_AT_ONCE = 64;

/**
 * The messages of one epoch of a public-inbox (v2 format), the oldest first: each commit holds one as the blob `m`. One
 * that was purged has none, and one that a later commit takes back with a blob `d` is passed over. Read through git
 * plumbing, a few messages at a time.
 * Source: public-inbox v2-format(5).
 * @throws Fault when git can not read the folder
 */
export async function* readPublicInbox(gitDir: string, range: InboxRange): AsyncGenerator<InboxMessage> {
  const git = hardenedGit(gitDir, LIST_MS_MAX);
  const reader = openBytesReader(git);
  const since = range.since === null ? [] : [`--since=${range.since}`];
  try {
    const commits = await listCommits(git, gitDir, since);
    const deleted = await deletedIds(await listCommits(git, gitDir, [...since, '--', 'd']), reader);
    for (const some of chunksOf(commits)) {
      const blobs = await reader.read(some.map((commit) => `${commit}:m`));
      for (const [index, commit] of some.entries()) {
        const { id, bytes } = blobs[index] ?? NOTHING;
        if (id !== '' && !deleted.has(id) && bytes.length <= range.messageBytesMax) yield { commit, bytes };
      }
    }
  } finally {
    reader.close();
    git.close();
  }
}

const NOTHING: GitBytes = { id: '', bytes: new Uint8Array(0) };

async function listCommits(
  { git }: HardenedGit,
  gitDir: string,
  which: readonly string[],
): Promise<readonly string[]> {
  try {
    const said = await git.raw(['rev-list', '--reverse', '--all', ...which]);
    return said.split('\n').filter((line) => line !== '');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (why.includes('timeout')) throw new Fault(`${gitDir}: git gave no list of commits in time`, 'later');
    throw new Fault(`${gitDir} is no git repository that git can read`, 'never');
  }
}

/** A blob `d` holds the message that is taken back: it has the id of the blob `m` that brought it. */
async function deletedIds(
  commits: readonly string[],
  reader: ObjectReader<GitBytes>,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const some of chunksOf(commits))
    for (const blob of await reader.read(some.map((commit) => `${commit}:d`))) if (blob) ids.add(blob.id);
  return ids;
}

function* chunksOf(commits: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < commits.length; at += ASKED_AT_ONCE) yield commits.slice(at, at + ASKED_AT_ONCE);
}
