import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import { type Found, type FoundChange, pairSites, type Site } from '../pattern.ts';

/** A place that sets how long a controller waits between two interrupts; `at` is the token of the number. */
export interface IntervalSite extends Site {
  readonly side: Side;
  readonly ns: number;
}

/** The intervals that a patch sets to another number. `sitesOn` finds those of one side of a hunk. */
export function findIntervals(
  hunks: readonly HunkSides[],
  sitesOn: (hunk: HunkSides, side: Side) => readonly IntervalSite[],
): Found {
  const before = hunks.flatMap((hunk) => sitesOn(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => sitesOn(hunk, hunk.after));
  const changed = pairSites(before, after).filter(([from, to]) => from.ns !== to.ns);
  return {
    changes: changed.map(changeAt),
    explained: new Set(changed.flat().flatMap(({ side, at }) => side.code.tokens.slice(at, at + 1))),
  };
}

function changeAt([before, after]: readonly [IntervalSite, IntervalSite]): FoundChange {
  const line = lineAt(after.side, after.at);
  return {
    kind: 'moderation-changed',
    from: `${before.ns} ns`,
    to: `${after.ns} ns`,
    file: after.hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: after.subject,
  };
}
