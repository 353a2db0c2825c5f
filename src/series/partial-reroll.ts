import type { Problem } from '../problem.ts';
import { trailersAbout } from './carried-trailers.ts';
import { uniqueTrailers } from './labels.ts';
import { isSameAuthor } from './same-author.ts';
import type { Patch, Series, Trailer } from './series.ts';
import { messageTrailers } from './trailers.ts';
import type { Threaded } from './versions.ts';

/**
 * Fills a reroll of some patches, sent without a cover letter into the thread of the version before, with that
 * version's other patches: v3 2/2 after v2 is v2 1/2 and v3 2/2. A problem says that it is partial.
 */
export function fillPartialRerolls(all: readonly Threaded[]): readonly Threaded[] {
  const filled: Threaded[] = [];
  for (const one of all) {
    const before = previousOf(one, filled.length > 0 ? [...filled, ...all] : all);
    filled.push(before === null ? one : { ...one, series: fill(one.series, before) });
  }
  return filled;
}

/** The newest complete version before a partial one, of the same author, thread and number of patches. */
function previousOf({ series, root }: Threaded, all: readonly Threaded[]): Threaded | null {
  const isPartial = series.patches.length > 0 && series.missing.length > 0 && !series.coverLetter;
  if (!isPartial || series.version < 2) return null;
  const before = all.filter((other) => {
    const isOlder = other.root === root && other.series.version < series.version && other.series.complete;
    return isOlder && other.series.total === series.total && isSameAuthor(other.series, series);
  });
  return before.toSorted((one, other) => other.series.version - one.series.version)[0] ?? null;
}

function fill(series: Series, posting: Threaded): Series {
  const before = posting.series;
  const kept = before.patches.filter((patch) => series.missing.includes(patch.index));
  const patches = [...series.patches, ...kept].toSorted((one, other) => one.index - other.index);
  const at = { messageId: series.letters[0]?.messageId ?? null, line: null };
  const partial: Problem = { code: 'reroll-partial', version: series.version, kept: kept.length, at };
  const others = series.problems.filter((problem) => problem.code !== 'patch-missing');
  const trailers = [...series.trailers, ...trailersOf(posting, kept)];
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
function trailersOf(posting: Threaded, patches: readonly Patch[]): readonly Trailer[] {
  const { coverLetter, letters } = posting.series;
  const cover = coverLetter ? trailersAbout(posting, letters[0]?.messageId ?? null) : [];
  const own = patches.flatMap(({ message, messageId }) => messageTrailers(message, messageId));
  return [...own, ...patches.flatMap(({ messageId }) => trailersAbout(posting, messageId)), ...cover];
}
