import type { Problem } from '../problem.ts';
import { isSamePerson } from './head.ts';
import type { Patch, Series, Trailer } from './series.ts';
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
    return isOlder && other.series.total === series.total && isSamePerson(other.series.author, series.author);
  });
  return before.toSorted((one, other) => other.series.version - one.series.version)[0] ?? null;
}

function fill(series: Series, { series: before, about }: Threaded): Series {
  const kept = before.patches.filter((patch) => series.missing.includes(patch.index));
  const patches: readonly Patch[] = [...series.patches, ...kept].toSorted(
    (one, other) => one.index - other.index,
  );
  const at = { messageId: series.letters[0]?.messageId ?? null, line: null };
  const partial: Problem = { code: 'reroll-partial', version: series.version, kept: kept.length, at };
  const others = series.problems.filter((problem) => problem.code !== 'patch-missing');
  const replaced = new Set(
    before.patches.filter((patch) => !kept.includes(patch)).map((patch) => patch.messageId),
  );
  const trailers = before.trailers.filter(
    ({ messageId }) => !replaced.has(about.get(messageId ?? '') ?? messageId),
  );
  return {
    ...series,
    subject: before.coverLetter ? before.subject : series.subject,
    complete: true,
    missing: [],
    patches,
    trailers: [...series.trailers, ...trailers.filter((trailer) => !holds(series, trailer))],
    problems: [...others, partial],
  };
}

function holds(series: Series, trailer: Trailer): boolean {
  return series.trailers.some(({ key, value }) => key === trailer.key && value === trailer.value);
}
