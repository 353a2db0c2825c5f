import { secondsOf } from '../ingest/mail-date.ts';
import { type Entry, isSamePerson } from './head.ts';
import type { SeriesLimits } from './series-limits.ts';
import type { Thread } from './thread.ts';

/** One sending of a series: its cover letter and its patches, at most one of each number. */
export interface Posting {
  readonly cover: Entry | null;
  readonly patches: readonly Entry[];
}

interface Draft {
  cover: Entry | null;
  readonly patches: Entry[];
  /** Of every letter in it: what git could not send in one go continues in a thread of its own. */
  readonly roots: Set<string>;
}

/**
 * Groups covers and patches into postings. Letters are taken by date, so the order of arrival does not matter. A patch
 * joins its cover letter, else a posting of the same thread, author, version and total where its number is free; a
 * number that is taken begins another posting (an unlabelled reroll).
 */
export function groupPostings(
  entries: readonly Entry[],
  thread: Thread,
  limits: SeriesLimits,
): readonly Posting[] {
  const heads = entries.filter((entry) => entry.role !== 'reply').toSorted(byDate);
  const covers = heads.filter((entry) => entry.role === 'cover');
  const drafts: Draft[] = covers.map((cover) => ({
    cover,
    patches: [],
    roots: new Set([thread.rootOf(cover.letter)]),
  }));
  const coverOf = coverFinder(drafts, thread);
  const byLabel = new Map<string, Draft[]>();
  for (const draft of drafts) remember(byLabel, draft, draft.cover);
  for (const entry of heads) {
    if (entry.role === 'cover') continue;
    const home =
      coverOf(entry) ??
      byLabel.get(labelOf(entry))?.find((draft) => isHome(draft, entry, { thread, limits }));
    if (home === undefined) {
      const draft = { cover: null, patches: [entry], roots: new Set([thread.rootOf(entry.letter)]) };
      drafts.push(draft);
      remember(byLabel, draft, entry);
    } else {
      home.patches.push(entry);
      home.roots.add(thread.rootOf(entry.letter));
    }
  }
  return drafts.map((draft) => ({ cover: draft.cover, patches: draft.patches.toSorted(byIndex) }));
}

function remember(byLabel: Map<string, Draft[]>, draft: Draft, sample: Entry | null): void {
  if (sample === null || sample.subject.index === null) return;
  const there = byLabel.get(labelOf(sample));
  if (there === undefined) byLabel.set(labelOf(sample), [draft]);
  else there.push(draft);
}

/** The letters of a posting, the cover letter first. */
export function headsOf(posting: Posting): readonly Entry[] {
  return posting.cover === null ? posting.patches : [posting.cover, ...posting.patches];
}

/** Dates first, letters without one last; equal dates keep their order. */
export function byDate(one: Entry, other: Entry): number {
  return (secondsOf(one.letter.date) ?? Infinity) - (secondsOf(other.letter.date) ?? Infinity) || 0;
}

function byIndex(one: Entry, other: Entry): number {
  return (one.subject.index ?? 1) - (other.subject.index ?? 1);
}

/** The posting of the letter that encloses a patch, else of the nearest cover letter above it, when the patch fits it. */
function coverFinder(drafts: readonly Draft[], thread: Thread): (entry: Entry) => Draft | undefined {
  const byCover = new Map(drafts.map((draft) => [draft.cover?.letter, draft]));
  return (entry) => {
    if (entry.isEnclosed) return byCover.get(entry.letter);
    for (let above = thread.parentOf(entry.letter); above !== null; above = thread.parentOf(above)) {
      const draft = byCover.get(above);
      if (draft !== undefined) return fitsCover(draft, entry) ? draft : undefined;
    }
    return undefined;
  };
}

/** A cover may say another total, or alone say the version; it is never of another author. */
function fitsCover(draft: Draft, entry: Entry): boolean {
  const { cover } = draft;
  if (cover === null || !isSamePerson(cover.letter.from, entry.letter.from) || !isFree(draft, entry))
    return false;
  const { version, resend, isPatch } = entry.subject;
  const isVersion = version === null || version === (cover.subject.version ?? 1);
  const isCopy = resend === cover.subject.resend || version !== null;
  const isAlone = (cover.subject.total ?? 1) <= 1 && draft.patches.length === 0;
  const isCounted = entry.subject.index !== null || (isPatch && isAlone);
  return isVersion && isCounted && isCopy && draft.patches.every((other) => isSameTotal(other, entry));
}

interface Around {
  readonly thread: Thread;
  readonly limits: SeriesLimits;
}

function isHome(draft: Draft, entry: Entry, { thread, limits }: Around): boolean {
  const sample = draft.patches[0] ?? draft.cover;
  if (sample === null || sample === undefined || entry.subject.index === null) return false;
  if (!isSameTotal(sample, entry) || !isFree(draft, entry)) return false;
  const isThreaded = entry.letter.inReplyTo !== null || entry.letter.references.length > 0;
  return isThreaded ? draft.roots.has(thread.rootOf(entry.letter)) : isNearInTime(draft, entry, limits);
}

/** What patches of one posting have in common. */
function labelOf({ letter, subject }: Entry): string {
  const { version, minor, resend, rfc, tags } = subject;
  const author = letter.from?.address?.toLowerCase() ?? letter.from?.name.toLowerCase() ?? '';
  return [version ?? 1, minor, resend, rfc, tags.toSorted().join(' '), author].join('|');
}

function isSameTotal(one: Entry, other: Entry): boolean {
  return (
    one.subject.total === null || other.subject.total === null || one.subject.total === other.subject.total
  );
}

function isFree(draft: Draft, entry: Entry): boolean {
  const { index } = entry.subject;
  return (
    draft.patches.every((other) => other.subject.index !== index) ||
    (index === null && draft.patches.length === 0)
  );
}

/** Source: patchwork, SERIES_DELAY_INTERVAL. */
function isNearInTime(draft: Draft, entry: Entry, { unthreadedSecondsMax }: SeriesLimits): boolean {
  const at = secondsOf(entry.letter.date);
  const members = draft.cover === null ? draft.patches : [draft.cover, ...draft.patches];
  return members.some(({ letter }) => {
    const other = secondsOf(letter.date);
    return at !== null && other !== null && Math.abs(at - other) <= unthreadedSecondsMax;
  });
}
