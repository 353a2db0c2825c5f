import { diffArrays } from 'diff';
import { functionAround } from './c-calls.ts';
import type { CToken } from './c-tokens.ts';
import { effectiveTokens, movedTokens } from './neutral-code.ts';
import { type HunkSides, type Side, sectionName } from './patch-sides.ts';
import { findRenames, isMember } from './renaming.ts';

/** A difference that no recogniser answers for. `text` is the first line of it. */
export interface Unexplained {
  readonly path: string;
  readonly function: string | null;
  readonly line: number;
  readonly text: string;
}

/** Two texts with more differences than this are not compared further: the hunk counts as changed. */
const EDITS_MAX = 2000;

/** The two sides of a hunk without what is explained and what has no effect. */
export interface HunkRest {
  readonly hunk: HunkSides;
  readonly before: readonly CToken[];
  readonly after: readonly CToken[];
}

/** What is left of hunks beyond `explained`: layout, comments, messages and moved functions are not part of it. */
export function restsOf(hunks: readonly HunkSides[], explained: ReadonlySet<CToken>): HunkRest[] {
  const without = new Set([...explained, ...movedTokens(hunks)]);
  return hunks.map((hunk) => ({
    hunk,
    before: effectiveTokens(hunk.before, without),
    after: effectiveTokens(hunk.after, without),
  }));
}

/** Where the rests of hunks differ, at most once a hunk. A renamed variable is no difference. */
export function findUnexplained(rests: readonly HunkRest[]): Unexplained[] {
  const renames = findRenames(rests);
  return rests.flatMap((rest) => firstDifference(rest, renames));
}

function firstDifference(
  { hunk, before, after }: HunkRest,
  renames: ReadonlyMap<string, string>,
): Unexplained[] {
  const texts = before.map(({ text }, at) => (isMember(before, at) ? text : (renames.get(text) ?? text)));
  const parts = diffArrays(
    texts,
    after.map(({ text }) => text),
    { maxEditLength: EDITS_MAX },
  );
  if (parts === undefined) return [unexplainedAt(hunk, hunk.after, after[0])];
  let oldAt = 0;
  let newAt = 0;
  for (const { added, removed, count } of parts) {
    if (added) return [unexplainedAt(hunk, hunk.after, after[newAt])];
    if (removed) return [unexplainedAt(hunk, hunk.before, before[oldAt])];
    oldAt += count;
    newAt += count;
  }
  return [];
}

function unexplainedAt(hunk: HunkSides, side: Side, token: CToken | undefined): Unexplained {
  const line = side.lines[token?.line ?? 0];
  const around = token ? functionAround(side.code, side.code.tokens.indexOf(token)) : null;
  return {
    path: hunk.path,
    function: around ?? (hunk.section.includes('(') ? sectionName(hunk.section) : null),
    line: line?.number ?? 0,
    text: line?.text.trim() ?? '',
  };
}
