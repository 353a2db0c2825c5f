import { secondsOf } from '../ingest/mail-date.ts';
import { isSameAuthor } from './same-author.ts';
import type { Series, SeriesVersion } from './series.ts';
import { parseSubject } from './subject.ts';

/** A series with the thread it was sent in. */
export interface Threaded {
  readonly series: Series;
  readonly root: string;
}

/** Says in every series which other versions of it are at hand, the oldest first. */
export function linkVersions(all: readonly Threaded[]): readonly Series[] {
  const index = new Map<string, Threaded[]>();
  for (const one of all) for (const key of keysOf(one)) index.set(key, [...(index.get(key) ?? []), one]);
  return all.map((one) => {
    const near = new Set(keysOf(one).flatMap((key) => index.get(key) ?? []));
    const family = [...near].filter((other) => other === one || isVersion(other, one));
    return { ...one.series, versions: versionsOf(family.map((other) => other.series)) };
  });
}

/** What two versions of one series can have in common. */
function keysOf({ series, root }: Threaded): readonly string[] {
  const change = series.changeId === null ? [] : [`change ${series.changeId}`];
  const mails = [...ownIds(series), ...series.supersedes].map((id) => `mail ${id}`);
  return [`title ${bareTitle(series)}`, `root ${root}`, ...change, ...mails];
}

/** Another version number in the same thread by the same author is a reroll, whatever it is called. */
function isVersion(one: Threaded, other: Threaded): boolean {
  const isReroll = one.root === other.root && one.series.version !== other.series.version;
  const isSaid = supersedes(one.series, other.series) || supersedes(other.series, one.series);
  return (
    isSaid || isKnownVersion(one.series, other.series) || (isReroll && isSameAuthor(one.series, other.series))
  );
}

/** Ids of the cover letter and the patches of a series. */
function ownIds({ coverLetter, letters, patches }: Series): readonly (string | null)[] {
  return [coverLetter ? (letters[0]?.messageId ?? null) : null, ...patches.map(({ messageId }) => messageId)];
}

function supersedes(one: Series, other: Series): boolean {
  return one.supersedes.length > 0 && ownIds(other).some((id) => id !== null && one.supersedes.includes(id));
}

/**
 * The series an evaluation is about: the newest version of the thread's main series whose diff is at hand. Main is the
 * first that shows a diff and says so in its subject, since a bare diff in a discussion only suggests one; without one,
 * the first that shows a diff, then that has patches, then a cover letter alone, then a discussion.
 */
export function currentSeries(all: readonly Series[]): Series | null {
  const ranks = [isSent, showsDiff, hasPatches, (series: Series) => series.coverLetter, () => true];
  for (const isRanked of ranks) {
    const candidates = all.filter(isRanked);
    const main = candidates[0];
    if (main === undefined) continue;
    return familyOf(candidates, main).toSorted(newestFirst)[0] ?? main;
  }
  return null;
}

/** Sent as a patch: its subject says so, or it is a file that git wrote. */
function isSent(series: Series): boolean {
  const [first] = series.letters;
  const isTagged = first !== undefined && (first.source !== 'mail' || parseSubject(first.subject).isPatch);
  return isTagged && showsDiff(series);
}

function showsDiff(series: Series): boolean {
  return series.patches.some((patch) => patch.from !== 'diffless');
}

function hasPatches(series: Series): boolean {
  return series.patches.length > 0;
}

/** Known to be the same work: by change-id, by a link between them, or by title and author. A similar title says nothing. */
function isKnownVersion(one: Series, other: Series): boolean {
  if (one.changeId !== null && one.changeId === other.changeId) return true;
  // By letters: an id may have been used for two works.
  const known = new Set(other.versions.map(({ letters }) => letters[0]));
  const isLinked = one.versions.some(({ letters }) => known.has(letters[0]));
  const isUnsigned = one.author === null || other.author === null;
  const isSigned = isUnsigned || isSameAuthor(one, other);
  return isLinked || (isSigned && bareTitle(one) === bareTitle(other));
}

/**
 * Among letters that somebody put together: the versions of one series, known ones and reworded ones. What has a version
 * of that number under a title of its own already is another work.
 */
export function familyOf(all: readonly Series[], main: Series): readonly Series[] {
  const isRival = (series: Series) =>
    all.some((other) => {
      const isTaken = other !== series && other.version === main.version && isKnownVersion(other, series);
      return isTaken && !isKnownVersion(other, main);
    });
  return all.filter((series) => {
    if (series === main || isKnownVersion(series, main)) return true;
    return isReworded(series, main) && !isRival(series);
  });
}

/** A reroll under another title changes the same files under another version number. */
function isReworded(one: Series, other: Series): boolean {
  return one.version !== other.version && isSameAuthor(one, other) && touchesTheSame(one, other);
}

function bareTitle(series: Series): string {
  return series.subject
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One changes nothing but files of the other: a reroll may drop a patch or add one. */
function touchesTheSame(one: Series, other: Series): boolean {
  const [paths, others] = [new Set(pathsOf(one)), new Set(pathsOf(other))];
  if (paths.size === 0 || others.size === 0) return false;
  return [...others].every((path) => paths.has(path)) || [...paths].every((path) => others.has(path));
}

function pathsOf(series: Series): readonly string[] {
  return series.patches.flatMap((patch) => patch.files.map((file) => file.path));
}

function versionsOf(family: readonly Series[]): readonly SeriesVersion[] {
  const ordered = family.toSorted((one, other) => -newestFirst(one, other));
  return ordered.map((series) => {
    return { version: series.version, messageId: headId(series), letters: series.letters };
  });
}

/** The id a version is known by: the cover letter's, else the first patch's. */
function headId(series: Series): string | null {
  return series.coverLetter ? (series.letters[0]?.messageId ?? null) : (series.patches[0]?.messageId ?? null);
}

/** Positive when `one` is older: by version, then by date. */
export function newestFirst(one: Series, other: Series): number {
  return other.version - one.version || (secondsOf(other.date) ?? 0) - (secondsOf(one.date) ?? 0);
}
