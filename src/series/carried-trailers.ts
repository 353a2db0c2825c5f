import { secondsOf } from '../ingest/mail-date.ts';
import { uniqueTrailers } from './labels.ts';
import { isSameAuthor } from './same-author.ts';
import type { Patch, Series, Trailer } from './series.ts';
import type { Threaded } from './versions.ts';

/** A patch with the series it was sent in. */
interface Sent {
  readonly patch: Patch;
  readonly series: Series;
}

/**
 * Adds to every series what was said of its patches when the same author posted the same lines before: who vouched
 * for a patch vouches for it in a reroll that left it alone. Source: b4, LoreMailbox.trailer_map.
 */
export function carryTrailers(all: readonly Threaded[]): readonly Threaded[] {
  const byId = sentByPatchId(all);
  return all.map((one) => {
    const carried = one.series.patches.flatMap((patch) => saidBefore(patch, one.series, byId));
    if (carried.length === 0) return one;
    const trailers = uniqueTrailers([...one.series.trailers, ...carried]);
    return { ...one, series: { ...one.series, trailers } };
  });
}

function sentByPatchId(all: readonly Threaded[]): ReadonlyMap<string, readonly Sent[]> {
  const byId = new Map<string, Sent[]>();
  for (const { series } of all) {
    for (const patch of series.patches) {
      if (patch.patchId === null) continue;
      const there = byId.get(patch.patchId);
      if (there === undefined) byId.set(patch.patchId, [{ patch, series }]);
      else there.push({ patch, series });
    }
  }
  return byId;
}

function saidBefore(
  patch: Patch,
  series: Series,
  byId: ReadonlyMap<string, readonly Sent[]>,
): readonly Trailer[] {
  const sent = patch.patchId === null ? [] : (byId.get(patch.patchId) ?? []);
  const same = sent.filter((before) => isEarlier(before.series, series) && isSameDiff(before.patch, patch));
  return same.flatMap((before) => trailersAbout(before.series, before.patch.messageId));
}

/** What the replies to one cover letter or patch of a posting gave it. */
export function trailersAbout({ answers }: Series, messageId: string | null): readonly Trailer[] {
  return answers.filter(({ about }) => about !== null && about === messageId).flatMap(({ given }) => given);
}

function isEarlier(one: Series, other: Series): boolean {
  const isOlder = (secondsOf(one.date) ?? 0) < (secondsOf(other.date) ?? 0);
  const isBefore = one.version < other.version || (one.version === other.version && isOlder);
  return isBefore && isSameAuthor(one, other);
}

/** A patch id does not see white space; a reviewer who asked for other white space does. */
function isSameDiff(one: Patch, other: Patch): boolean {
  const [lines, others] = [linesOf(one), linesOf(other)];
  return lines.length === others.length && lines.every((line, at) => line === others[at]);
}

function linesOf({ files }: Patch): readonly string[] {
  return files.flatMap(({ hunks }) =>
    hunks.flatMap((hunk) => hunk.lines.map(({ kind, text }) => kind + text)),
  );
}
