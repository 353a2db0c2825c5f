import type { TreeBase } from '../../model/tree-use.ts';
import type { HardenedGit } from './hardened-git.ts';
import { blobIds } from './object-ids.ts';
import { listReleases, nearestTo, newestBefore, type Release } from './releases.ts';

/** What a series says, and shows, of the tree it was made on. */
export interface BaseFacts {
  readonly baseCommit: string | null;
  /** Tags and commits the mail names, as it writes them. */
  readonly namedBases: readonly string[];
  /** Paths, and the first digits of the ids of the texts the series changes. */
  readonly oldBlobs: ReadonlyMap<string, string>;
  /** ISO 8601. */
  readonly date: string | null;
}

/** A commit of the repository to read a series on. */
export interface Base extends TreeBase {
  readonly commit: string;
  /** Texts that stand over the commit's own, by path: the repository has them, though in no release near the mail. */
  readonly laidOver: ReadonlyMap<string, string>;
}

/** "commit <id>" and its day. `git show` would ask the repository's settings, which may name a program to run. */
const DATED = ['rev-list', '--max-count=1', '--format=%cI'];
const COMMIT = /^[0-9a-f]{40}$/;
const DIGITS = /^[0-9a-f]{10,40}$/;
/** What a mail may call a tag; nothing that is an option, a range or a path. */
const TAG = /^[a-z]{1,8}-?\d[0-9.]{0,20}(?:-rc\d{1,2})?$/;
/** Releases near the mail that are searched for the texts of its index lines. */
const SEARCHED_MAX = 60;
/** Fewer digits fit too many texts of a kernel repository. */
const BLOB_DIGITS_MIN = 7;
const DAY_MS = 86_400_000;

/**
 * The commit to read a series on: its base-commit, else a base the mail names, else a release or the head that has the
 * very texts its index lines name, else the newest release before the mail, else the repository's head. Null for a
 * repository without any commit.
 */
export async function findBase(git: HardenedGit, facts: BaseFacts): Promise<Base | null> {
  const releases = await listReleases(git);
  const found =
    (await namedByCommit(git, facts)) ??
    (await namedInText(git, facts)) ??
    (await ofIndexLines(git, facts, releases)) ??
    ofRelease('tag', newestBefore(releases, facts.date)) ??
    (await resolved(git, { name: 'HEAD', how: 'head' }));
  return found && { ...found, ageDays: ageInDays(found.date, facts.date) };
}

/** Whole days from one day to a later one. */
export function ageInDays(from: string | null, to: string | null): number | null {
  const days = (Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY_MS;
  return Number.isNaN(days) ? null : Math.trunc(days);
}

/** A release as a base, for a series that was sent on that day. */
export function releaseBase(release: Release, date: string | null): TreeBase {
  return { ...baseOf(release, 'tag'), ageDays: ageInDays(release.date, date) };
}

async function namedByCommit(git: HardenedGit, { baseCommit }: BaseFacts): Promise<Base | null> {
  if (baseCommit === null || !COMMIT.test(baseCommit)) return null;
  return resolved(git, { name: baseCommit, how: 'base-commit' });
}

async function namedInText(git: HardenedGit, { namedBases }: BaseFacts): Promise<Base | null> {
  for (const name of namedBases) {
    if (!TAG.test(name) && !DIGITS.test(name)) continue;
    const found = await resolved(git, { name, how: 'named' });
    if (found !== null) return found;
  }
  return null;
}

/** A commit by its digits, a tag, or HEAD; null when the repository has none of that name. */
async function resolved(
  { git }: HardenedGit,
  { name, how }: Pick<Base, 'name' | 'how'>,
): Promise<Base | null> {
  const isCommit = DIGITS.test(name);
  const asked = isCommit || name === 'HEAD' ? name : `refs/tags/${name}`;
  try {
    const told = await git.raw([...DATED, '--end-of-options', `${asked}^{commit}`]);
    const [, commit = '', date = ''] = told.trim().split(/\s/);
    const shown = isCommit ? commit.slice(0, 12) : name;
    return COMMIT.test(commit) ? baseOf({ name: shown, commit, date }, how) : null;
  } catch {
    return null;
  }
}

/** The release nearest to the mail, or the head, that has all the texts; else the texts over the newest release. */
async function ofIndexLines(
  git: HardenedGit,
  { oldBlobs, date }: BaseFacts,
  releases: readonly Release[],
): Promise<Base | null> {
  const wanted = [...oldBlobs].filter(([, digits]) => digits.length >= BLOB_DIGITS_MIN);
  if (wanted.length === 0) return null;
  const head = await resolved(git, { name: 'HEAD', how: 'index-lines' });
  const near = date === null ? releases : nearestTo(releases, date);
  const candidates = [
    ...near.slice(0, SEARCHED_MAX).map((one) => baseOf(one, 'index-lines')),
    ...present(head),
  ];
  const names = candidates.flatMap(({ commit }) => wanted.map(([path]) => `${commit}:${path}`));
  const ids = blobIds(git, names);
  const hasAll = (index: number): boolean =>
    wanted.every(([, digits], at) => ids[index * wanted.length + at]?.startsWith(digits));
  return (
    candidates.find((_, index) => hasAll(index)) ?? laidOver(git, wanted, newestBefore(releases, date), head)
  );
}

function laidOver(
  git: HardenedGit,
  wanted: readonly (readonly [string, string])[],
  release: Release | null,
  head: Base | null,
): Base | null {
  const below = ofRelease('index-lines', release) ?? head;
  const ids = blobIds(
    git,
    wanted.map(([, digits]) => digits),
  );
  if (below === null || !ids.every((id) => id !== null)) return null;
  const texts = new Map(wanted.map(([path], index) => [path, ids[index] ?? ''] as const));
  return { ...below, name: `the index lines' texts over ${below.name}`, laidOver: texts };
}

function ofRelease(how: Base['how'], release: Release | null): Base | null {
  return release === null ? null : baseOf(release, how);
}

function baseOf({ name, commit, date }: Release, how: Base['how']): Base {
  return { how, name, commit, date, ageDays: null, laidOver: new Map() };
}

function present<T>(value: T | null): T[] {
  return value === null ? [] : [value];
}
