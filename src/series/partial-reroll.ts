import type { Problem } from '../problem.ts';
import { trailersAbout } from './carried-trailers.ts';
import { uniqueTrailers } from './labels.ts';
import { isSameAuthor } from './same-author.ts';
import type { Patch, Series, Trailer } from './series.ts';
import type { SeriesLimits } from './series-limits.ts';
import { messageTrailers } from './trailers.ts';
import { newestFirst, type Threaded } from './versions.ts';

/**
 * Fills a reroll of some patches, sent without a cover letter into the thread of the posting before, with that
 * posting's other patches: v3 2/2 after v2 is v2 1/2 and v3 2/2, and so is v2.1 2/2. A problem says that it is partial.
 */
export function fillPartialRerolls(all: readonly Threaded[], limits: SeriesLimits): readonly Threaded[] {
  const byRoot = new Map<string, Series[]>();
  for (const one of all) {
    const whole = isPartial(one.series) ? [] : [one.series];
    const thread = byRoot.get(one.root);
    if (thread === undefined) byRoot.set(one.root, whole);
    else thread.push(...whole);
  }
  return all.map((one) => {
    const thread = byRoot.get(one.root) ?? [];
    const before = isPartial(one.series) ? previousOf(one.series, thread) : null;
    if (before === null) return one;
    const filled = fill(one.series, before, limits);
    thread.push(filled);
    return { ...one, series: filled };
  });
}

function isPartial({ patches, missing, coverLetter }: Series): boolean {
  return patches.length > 0 && missing.length > 0 && !coverLetter;
}

/** The newest complete posting before a partial one, of the same author and number of patches. */
function previousOf(series: Series, thread: readonly Series[]): Series | null {
  const before = thread.filter((other) => {
    const isWhole = other.complete && other.total === series.total && isSameAuthor(other, series);
    return isWhole && newestFirst(other, series) > 0;
  });
  return before.toSorted(newestFirst)[0] ?? null;
}

function fill(series: Series, before: Series, limits: SeriesLimits): Series {
  const kept = before.patches.filter((patch) => series.missing.includes(patch.index));
  const patches = [...series.patches, ...kept].toSorted((one, other) => one.index - other.index);
  const at = { messageId: series.letters[0]?.messageId ?? null, line: null };
  const partial: Problem = { code: 'reroll-partial', version: series.version, kept: kept.length, at };
  const others = series.problems.filter((problem) => problem.code !== 'patch-missing');
  const trailers = [...series.trailers, ...trailersOf(before, kept, limits)];
  return {
    ...series,
    subject: before.coverLetter ? before.subject : series.subject,
    complete: true,
    missing: [],
    patches,
    trailers: uniqueTrailers(trailers),
    problems: [...others, partial],
  };
}

/** What patches of a posting say themselves, and what was said of them and of all of it. */
function trailersOf(before: Series, patches: readonly Patch[], limits: SeriesLimits): readonly Trailer[] {
  const { coverLetter, letters } = before;
  const cover = coverLetter ? trailersAbout(before, letters[0]?.messageId ?? null) : [];
  const own = patches.flatMap(({ message, messageId }) => messageTrailers(message, messageId, limits));
  return [...own, ...patches.flatMap(({ messageId }) => trailersAbout(before, messageId)), ...cover];
}
