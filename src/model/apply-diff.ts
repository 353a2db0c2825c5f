import type { FileDiff, Hunk, Patch } from '../series/series.ts';
import { whyNotTaken, whyTooMuch } from './patch-refusals.ts';
import type { SourceTree } from './source-tree.ts';

/** A hunk that found no place. `hunk` counts from 1; 0 speaks of the whole file. */
export interface Refusal {
  readonly path: string;
  readonly hunk: number;
  readonly why: string;
}

/** A tree as a series leaves it, and what of the series could not be put into it. */
export interface PatchedTree {
  readonly tree: SourceTree;
  readonly refused: readonly Refusal[];
  /** Files where a hunk fits only when spaces are not compared: the mail had folded them. */
  readonly loose: readonly string[];
}

/** Lines away from its place that a hunk is looked for. */
const OFFSET_MAX = 4000;
/** Characters of a line that a reason quotes. */
const SHOWN_MAX = 80;

type Applied =
  | { readonly did: 'applied'; readonly lines: readonly string[]; readonly isLoose: boolean }
  | { readonly did: 'refused'; readonly hunk: number; readonly why: string };

/**
 * Puts the patches of a series into a tree, in memory and in order: every line of context must be there, if need be some
 * lines away. Nothing is fuzzy except spaces, which mail programs fold. A file that does not take all of its hunks stays
 * as it was.
 */
export function applySeries(tree: SourceTree, patches: readonly Patch[]): PatchedTree {
  const tooMuch = whyTooMuch(patches);
  if (tooMuch !== null) return { tree, refused: [{ path: '', hunk: 0, why: tooMuch }], loose: [] };
  const texts = new Map<string, string | null>();
  const refused: Refusal[] = [];
  const loose = new Set<string>();
  const read = (path: string): string | null => {
    const text = texts.get(path);
    return text === undefined ? tree.read(path) : text;
  };
  for (const file of patches.flatMap(({ files }) => files)) {
    const why = whyNotTaken(file);
    const applied = why === null ? applyFile(read(file.oldPath ?? file.path), file.hunks) : refusal(why);
    if (applied.did === 'refused') refused.push({ path: file.path, hunk: applied.hunk, why: applied.why });
    else {
      if (file.oldPath !== null) texts.set(file.oldPath, null);
      texts.set(file.path, isDeletion(file) ? null : applied.lines.join('\n'));
      if (applied.isLoose) loose.add(file.path);
    }
  }
  return { tree: overlaid(tree, texts, read), refused, loose: [...loose] };
}

function refusal(why: string, hunk = 0): Applied {
  return { did: 'refused', hunk, why };
}

/** Its one hunk leaves nothing, and says that nothing is at line 0. */
function isDeletion({ hunks }: FileDiff): boolean {
  const [hunk] = hunks;
  return hunks.length === 1 && hunk?.newLines === 0 && hunk.newStart === 0;
}

function applyFile(text: string | null, hunks: readonly Hunk[]): Applied {
  const isNew = hunks.every(({ oldLines }) => oldLines === 0);
  if (text === null && !isNew) return refusal('the tree has no such file');
  let lines: readonly string[] = (text ?? '').split('\n');
  let shift = 0;
  let isLoose = false;
  for (const [index, hunk] of hunks.entries()) {
    const place = placeOf(lines, hunk, shift);
    if (place === null) return refusal(whyNoPlace(lines, hunk), index + 1);
    lines = spliced(lines, hunk, place.at);
    shift = place.at - start(hunk) + hunk.newLines - hunk.oldLines;
    isLoose ||= place.isLoose;
  }
  return { did: 'applied', lines, isLoose };
}

interface HunkPlace {
  /** Index of the first old line. */
  readonly at: number;
  readonly isLoose: boolean;
}

/** Where the old lines of a hunk stand: nearest to where it says, exactly before approximately. */
function placeOf(lines: readonly string[], hunk: Hunk, shift: number): HunkPlace | null {
  const old = hunk.lines.filter(({ kind }) => kind !== '+').map(({ text }) => text);
  const near = start(hunk) + shift;
  if (old.length === 0) return { at: Math.min(Math.max(near, 0), lastPlace(lines)), isLoose: false };
  const exact = nearest(near, (at) => standsAt(lines, old, { at, shape: (line) => line }));
  if (exact !== null) return { at: exact, isLoose: false };
  const foldedOld = old.map(folded);
  const loose = nearest(near, (at) => standsAt(lines, foldedOld, { at, shape: folded }));
  return loose === null ? null : { at: loose, isLoose: true };
}

/** Which line of the hunk the file does not have, or that it has them all somewhere else. */
function whyNoPlace(lines: readonly string[], hunk: Hunk): string {
  const known = new Set(lines.map(folded));
  const old = hunk.lines.filter(({ kind }) => kind !== '+');
  const index = old.findIndex(({ text }) => !known.has(folded(text)));
  const missing = old[index];
  if (missing === undefined) return 'its lines are in the file, but not one below the other';
  const shown = missing.text.trim().slice(0, SHOWN_MAX);
  return `the file has no line "${shown}", expected at line ${hunk.oldStart + index}`;
}

/** Behind the last line; what follows a file's last line end is no line. */
function lastPlace(lines: readonly string[]): number {
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}

function start({ oldStart, oldLines }: Hunk): number {
  return oldLines === 0 ? oldStart : oldStart - 1;
}

function nearest(near: number, isPlace: (at: number) => boolean): number | null {
  for (let offset = 0; offset <= OFFSET_MAX; offset += 1)
    for (const at of offset === 0 ? [near] : [near - offset, near + offset]) if (isPlace(at)) return at;
  return null;
}

/** Whether the old lines, which have that shape already, stand at a place. */
function standsAt(
  lines: readonly string[],
  old: readonly string[],
  { at, shape }: { readonly at: number; readonly shape: (line: string) => string },
): boolean {
  const isInside = at >= 0 && at + old.length <= lines.length;
  return isInside && old.every((line, index) => line === shape(lines[at + index] ?? ''));
}

/** Context keeps the tree's own spacing. */
function spliced(lines: readonly string[], hunk: Hunk, at: number): string[] {
  let from = at;
  const inner: string[] = [];
  for (const { kind, text } of hunk.lines) {
    if (kind === '+') inner.push(text);
    else {
      if (kind === ' ') inner.push(lines[from] ?? text);
      from += 1;
    }
  }
  return [...lines.slice(0, at), ...inner, ...lines.slice(from)];
}

/** A line without its spaces, carriage return included. */
function folded(line: string): string {
  return line.replaceAll(/\s+/g, '');
}

function overlaid(
  tree: SourceTree,
  texts: ReadonlyMap<string, string | null>,
  read: SourceTree['read'],
): SourceTree {
  const list = (prefix: string): readonly string[] => {
    const own = [...texts].filter(([path]) => path.startsWith(prefix));
    const gone = new Set(own.filter(([, text]) => text === null).map(([path]) => path));
    const kept = tree.list(prefix).filter((path) => !gone.has(path));
    return [...new Set([...kept, ...own.filter(([, text]) => text !== null).map(([path]) => path)])].sort();
  };
  return { read, list };
}
