import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../fault.ts';
import type { Arrival } from '../../ports/subscription.ts';
import { type FetchingGit, fetchingGit, readBlobBytes } from '../git/fetching-git.ts';

/**
 * Where a list is: under a URL, of which a copy is kept in `mirror`, or in a folder that somebody else keeps up to date
 * and that is read in place. Either holds git/0.git, git/1.git and so on.
 */
export type InboxPlace = { readonly url: string; readonly mirror: string } | { readonly path: string };

const EPOCHS_MAX = 1_000;

/** One repository of a public-inbox, as new as it can be had. */
export class InboxEpoch {
  readonly #git: FetchingGit;
  readonly #directory: string;
  readonly #refs: string;

  private constructor(directory: string, refs: string) {
    this.#git = fetchingGit(directory);
    this.#directory = directory;
    this.#refs = refs;
  }

  static async open(place: InboxPlace, epoch: number): Promise<InboxEpoch> {
    if (epoch > EPOCHS_MAX) throw new Fault(`${nameOf(place)} has more than ${EPOCHS_MAX} epochs`, 'never');
    if ('path' in place) return new InboxEpoch(epochPath(place.path, epoch), 'refs/heads');
    const directory = join(place.mirror, `${epoch}.git`);
    await mkdir(directory, { recursive: true });
    const copy = new InboxEpoch(directory, 'refs/list');
    await copy.#fetch(epochUrl(place.url, epoch));
    return copy;
  }

  async #fetch(url: string): Promise<void> {
    if (!existsSync(join(this.#directory, 'HEAD'))) await this.#git.init(true);
    await this.#git.raw(['fetch', '--quiet', '--no-tags', '--prune', url, `+refs/heads/*:${this.#refs}/*`]);
  }

  /** The newest commit; null in an epoch without any. */
  async tip(): Promise<string | null> {
    const said = await this.#git.raw(['for-each-ref', '--format=%(objectname)', '--count=1', this.#refs]);
    return said.trim() || null;
  }

  /** The commits up to `tip`, the oldest first: after `head` where that is still of this history, else all. */
  async commitsAfter(head: string | null, tip: string): Promise<readonly string[]> {
    if (head === tip) return [];
    const isOurs = head !== null && (await this.#isAncestor(head, tip));
    const range = isOurs ? [tip, `^${head}`] : [tip];
    const said = await this.#git.raw(['rev-list', '--reverse', '--topo-order', ...range]);
    return said.split('\n').filter((line) => line !== '');
  }

  async #isAncestor(old: string, tip: string): Promise<boolean> {
    try {
      const base = await this.#git.raw(['merge-base', old, tip]);
      return base.trim() === old;
    } catch {
      return false;
    }
  }

  /** What the commits brought, or took back; one that holds neither, as after a purge, is passed over. */
  async arrivalsOf(commits: readonly string[]): Promise<readonly Arrival[]> {
    const named = (name: 'm' | 'd') => commits.map((commit) => `${commit}:${name}`);
    const mails = await readBlobBytes(this.#directory, named('m'));
    const isAnyGone = mails.some((mail) => mail === null);
    const deleted = isAnyGone ? await readBlobBytes(this.#directory, named('d')) : [];
    return commits.flatMap((_, index): readonly Arrival[] => {
      const mail = mails[index] ?? null;
      const gone = deleted[index] ?? null;
      if (mail !== null) return [{ kind: 'mail', bytes: mail }];
      return gone === null ? [] : [{ kind: 'deleted', bytes: gone }];
    });
  }
}

/** Whether an epoch was begun. */
export async function hasEpoch(place: InboxPlace, epoch: number): Promise<boolean> {
  if ('path' in place) return existsSync(epochPath(place.path, epoch));
  try {
    await fetchingGit(place.mirror).raw(['ls-remote', '--quiet', epochUrl(place.url, epoch), 'HEAD']);
    return true;
  } catch {
    return false;
  }
}

export const nameOf = (place: InboxPlace): string => ('path' in place ? place.path : place.url);

const epochUrl = (url: string, epoch: number): string => `${url.replace(/\/$/, '')}/git/${epoch}.git`;
const epochPath = (path: string, epoch: number): string => join(path, 'git', `${epoch}.git`);
