import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../fault.ts';
import type { Arrival, Batch, Subscription } from '../../ports.ts';
import { type FetchingGit, fetchingGit, readBlobBytes } from '../git/fetching-git.ts';

const COMMITS_AT_ONCE = 500;
const EPOCHS_MAX = 1_000;

/** The newest epoch that was begun, and the commit that was read last in it. */
interface Progress {
  readonly epoch: number;
  readonly head: string | null;
}

/** Where a list is, and where its copy is kept. */
export interface InboxPlace {
  /** Holds git/0.git, git/1.git and so on. */
  readonly url: string;
  readonly mirror: string;
}

/**
 * A public-inbox in format v2: one commit for each mail, its blob `m`; a blob `d` takes one back. A history that was
 * rewritten (a purge) is read from its start, and what is known by its bytes is not taken twice. When an epoch is read
 * to its end and the next one is there, it goes on in that.
 * Source: public-inbox-v2-format(5)
 */
export function publicInboxSubscription(name: string, list: string, place: InboxPlace): Subscription {
  return {
    name,
    list,
    async poll(cursor): Promise<Batch> {
      try {
        return await pollEpoch(place, progressOf(cursor));
      } catch (error) {
        if (error instanceof Fault && error.retry === 'never') throw error;
        throw new Fault(`${place.url}: ${whatToDo(error, place)}`, 'later');
      }
    },
  };
}

/** A copy that is damaged stays so: it is taken away by hand, and made anew by the next poll. */
function whatToDo(error: unknown, { mirror }: InboxPlace): string {
  const said = error instanceof Error ? error.message : String(error);
  const isDamaged = /corrupt|bad object|loose object|inflate|packfile|cat-file/i.test(said);
  return isDamaged ? `the copy is damaged, remove ${mirror} and it is fetched again: ${said}` : said;
}

async function pollEpoch(place: InboxPlace, before: Progress): Promise<Batch> {
  const { git, directory } = await fetchEpoch(place, before.epoch);
  const tip = await tipOf(git);
  const head = before.head !== null && (await isAncestor(git, before.head, tip)) ? before.head : null;
  const commits = tip === null ? [] : await commitsAfter(git, head, tip);
  const taken = commits.slice(0, COMMITS_AT_ONCE);
  const arrivals = await arrivalsOf(directory, taken);
  const isAtEnd = taken.length === commits.length;
  const progress = { epoch: before.epoch, head: taken.at(-1) ?? head };
  const isOver = isAtEnd && taken.length === 0 && (await hasEpoch(place, before.epoch + 1));
  const next = isOver ? { epoch: before.epoch + 1, head: null } : progress;
  return { arrivals, cursor: JSON.stringify(next), hasMore: !isAtEnd || isOver };
}

const epochUrl = ({ url }: InboxPlace, epoch: number): string => `${url.replace(/\/$/, '')}/git/${epoch}.git`;

async function fetchEpoch(
  place: InboxPlace,
  epoch: number,
): Promise<{ git: FetchingGit; directory: string }> {
  if (epoch > EPOCHS_MAX) throw new Fault(`${place.url} has more than ${EPOCHS_MAX} epochs`, 'never');
  const directory = join(place.mirror, `${epoch}.git`);
  await mkdir(directory, { recursive: true });
  const git = fetchingGit(directory);
  if (!existsSync(join(directory, 'HEAD'))) await git.init(true);
  await git.raw([
    'fetch',
    '--quiet',
    '--no-tags',
    '--prune',
    epochUrl(place, epoch),
    '+refs/heads/*:refs/list/*',
  ]);
  return { git, directory };
}

async function hasEpoch(place: InboxPlace, epoch: number): Promise<boolean> {
  try {
    await fetchingGit(place.mirror).raw(['ls-remote', '--quiet', epochUrl(place, epoch), 'HEAD']);
    return true;
  } catch {
    return false;
  }
}

async function tipOf(git: FetchingGit): Promise<string | null> {
  const said = await git.raw(['for-each-ref', '--format=%(objectname)', '--count=1', 'refs/list']);
  return said.trim() || null;
}

async function isAncestor(git: FetchingGit, old: string, tip: string | null): Promise<boolean> {
  if (tip === null) return false;
  try {
    const base = await git.raw(['merge-base', old, tip]);
    return base.trim() === old;
  } catch {
    return false;
  }
}

async function commitsAfter(git: FetchingGit, head: string | null, tip: string): Promise<readonly string[]> {
  const range = head === null ? [tip] : [tip, `^${head}`];
  const said = await git.raw(['rev-list', '--reverse', '--topo-order', ...range]);
  return said.split('\n').filter((line) => line !== '');
}

async function arrivalsOf(directory: string, commits: readonly string[]): Promise<readonly Arrival[]> {
  const mails = await readBlobBytes(
    directory,
    commits.map((commit) => `${commit}:m`),
  );
  const deleted = await readBlobBytes(
    directory,
    commits.map((commit) => `${commit}:d`),
  );
  return commits.flatMap((_, index): readonly Arrival[] => {
    const mail = mails[index] ?? null;
    const gone = deleted[index] ?? null;
    if (mail !== null) return [{ kind: 'mail', bytes: mail }];
    return gone === null ? [] : [{ kind: 'deleted', bytes: gone }];
  });
}

function progressOf(cursor: string | null): Progress {
  const known: unknown = cursor === null ? null : JSON.parse(cursor);
  if (typeof known !== 'object' || known === null || !('epoch' in known)) return { epoch: 0, head: null };
  return {
    epoch: Number(known.epoch),
    head: 'head' in known && known.head !== null ? String(known.head) : null,
  };
}
