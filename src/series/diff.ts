import type { Place, Problem } from '../problem.ts';
import { readFileHeader } from './diff-header.ts';
import { type HunkHeader, parseHunkHeader } from './hunk-header.ts';
import { lineAt, lineBreak, linesBetween } from './line.ts';
import type { DiffLine, FileDiff, Hunk } from './series.ts';

const BLANK = 32;
const PLUS = 43;
const MINUS = 45;
const BACKSLASH = 92;
const LINE_FEED = 10;

/** Text of a letter, without quote marks. */
export interface Source {
  readonly text: string;
  /** The 1-based line of the letter for each line of the text; null when they are its lines 1, 2, 3 and so on. */
  readonly numbers: readonly number[] | null;
  readonly messageId: string | null;
}

/** A line of a source: its offset, and its 0-based number. */
interface Cursor {
  readonly at: number;
  readonly line: number;
}

export interface ParsedDiff {
  readonly files: readonly FileDiff[];
  /** Where the diff begins; -1 when there is none. */
  readonly start: Cursor;
  /** Behind the last line that belongs to it. */
  readonly end: Cursor;
  /** Behind a hunk stands a line that looks like one of its own: its counts, or a line, may be wrong. */
  readonly isLoose: boolean;
  readonly problems: readonly Problem[];
}

/**
 * Reads the git or unified diffs in a text. A hunk counts only when its lines are exactly as many as its header says;
 * one that does not is left out and is a problem, and reading goes on at the next header.
 */
export function parseDiff(source: Source): ParsedDiff {
  const files: FileDiff[] = [];
  const problems: Problem[] = [];
  const nextStart = startFinder(source.text);
  let start: Cursor = { at: -1, line: -1 };
  let end: Cursor = { at: 0, line: 0 };
  let isLoose = false;
  for (let at = nextStart(0); at >= 0; at = nextStart(end.at)) {
    const here = moved(source.text, end, at);
    problems.push(...lostHunk(source, { from: end, to: at, path: files.at(-1)?.path }));
    const header = readFileHeader(source.text, at);
    if (header === null) {
      end = moved(source.text, here, lineBreak(source.text, at) + 1);
      continue;
    }
    const hunks = readHunks(source, moved(source.text, here, header.end), header.path);
    if (start.at < 0) start = here;
    end = hunks.end;
    const { end: _end, ...said } = header;
    const { added, removed, value } = hunks;
    files.push({ ...said, added, removed, hunks: value });
    problems.push(...hunks.problems);
    isLoose ||= hunks.isLoose;
  }
  problems.push(...lostHunk(source, { from: end, to: source.text.length, path: files.at(-1)?.path }));
  return { files, start, end, isLoose, problems };
}

/** A hunk that hangs on no file: the header above it was glued to another line, and what it changes is not known. */
function lostHunk(
  source: Source,
  gap: { readonly from: Cursor; readonly to: number; readonly path: string | undefined },
): readonly Problem[] {
  const { from, to, path } = gap;
  if (path === undefined) return [];
  // Of the gap alone: a search that ran on to the end would be made once for every file.
  const found = lineStarting(source.text.slice(from.at, to), '@@ -', 0);
  const at = from.at + found;
  if (found < 0 || headerAt(source, { ...from, at }) === null) return [];
  const { line } = moved(source.text, from, at);
  return [{ code: 'diff-damaged', path, why: 'a hunk below it hangs on no file', at: placeOf(source, line) }];
}

/** Finds line after line where a file's diff may begin; each place is searched once. */
function startFinder(text: string): (from: number) => number {
  const marks = ['diff --git ', '--- '];
  const next = marks.map((mark) => lineStarting(text, mark, 0));
  return (from) => {
    for (const [index, mark] of marks.entries()) {
      const known = next[index] ?? -1;
      if (known >= 0 && known < from) next[index] = lineStarting(text, mark, from);
    }
    const [git = -1, plain = -1] = next;
    return git < 0 || (plain >= 0 && plain < git) ? plain : git;
  };
}

function lineStarting(text: string, mark: string, from: number): number {
  if (text.startsWith(mark, from) && (from === 0 || text.charCodeAt(from - 1) === LINE_FEED)) return from;
  const feed = text.indexOf(`\n${mark}`, Math.max(0, from - 1));
  return feed < 0 ? -1 : feed + 1;
}

function moved(text: string, from: Cursor, to: number): Cursor {
  const at = Math.min(to, text.length);
  return { at, line: from.line + linesBetween(text, from.at, at) };
}

function readHunks(source: Source, from: Cursor, path: string) {
  const value: Hunk[] = [];
  const problems: Problem[] = [];
  let end = from;
  let added = 0;
  let removed = 0;
  let isLoose = false;
  for (let header = headerAt(source, end); header !== null; header = headerAt(source, end)) {
    const hunk = readHunk(source, end, header);
    if (hunk.isClosed) {
      value.push(hunk.value);
      added += hunk.added;
      removed += hunk.removed;
      isLoose ||= looksLikeHunkLine(lineAt(source.text, hunk.end.at));
    } else problems.push({ code: 'diff-damaged', path, why: hunk.why, at: placeOf(source, hunk.end.line) });
    end = hunk.isClosed ? hunk.end : nextHeader(source.text, hunk.end);
  }
  return { value, added, removed, end, isLoose, problems };
}

/** git's signature and the next file's head begin with a dash, too. */
function looksLikeHunkLine(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === MINUS) return !/^--(?: ?$|- )/.test(text);
  return (first === PLUS || first === BLANK) && text.slice(1).trim() !== '';
}

function headerAt(source: Source, here: Cursor): HunkHeader | null {
  return source.text.startsWith('@@ -', here.at) ? parseHunkHeader(lineAt(source.text, here.at)) : null;
}

/** Behind a damaged hunk reading goes on at the next hunk of the same file. */
function nextHeader(text: string, from: Cursor): Cursor {
  let { at, line } = from;
  while (at < text.length) {
    if (text.startsWith('@@ -', at)) return { at, line };
    if (text.startsWith('diff --git ', at) || text.startsWith('--- ', at)) break;
    at = lineBreak(text, at) + 1;
    line++;
  }
  return from;
}

interface ReadHunk {
  readonly value: Hunk;
  readonly added: number;
  readonly removed: number;
  /** Behind the last line of the hunk. */
  readonly end: Cursor;
  readonly isClosed: boolean;
  readonly why: string;
}

/** Counts the lines below the hunk header at `here`, as they are and as many as it says. */
export function readHunk(source: Source, here: Cursor, header: HunkHeader): ReadHunk {
  const { text } = source;
  let oldLeft = header.oldLines;
  let newLeft = header.newLines;
  let context = 0;
  let line = here.line + 1;
  let at = lineBreak(text, here.at) + 1;
  const first = { at, line };
  while ((oldLeft > 0 || newLeft > 0) && at < text.length) {
    const kind = text.charCodeAt(at);
    const isContext = kind === BLANK || kind === LINE_FEED;
    if (!isContext && kind !== PLUS && kind !== MINUS && kind !== BACKSLASH) break;
    if (kind !== BACKSLASH) {
      if ((kind !== PLUS && oldLeft === 0) || (kind !== MINUS && newLeft === 0)) break;
      if (kind !== PLUS) oldLeft--;
      if (kind !== MINUS) newLeft--;
      if (isContext) context++;
    }
    at = lineBreak(text, at) + 1;
    line++;
  }
  const value = hunkOf(source, { header, here, first, last: at });
  const end = text.startsWith('\\ ', at) ? { at: lineBreak(text, at) + 1, line: line + 1 } : { at, line };
  const isClosed = oldLeft === 0 && newLeft === 0;
  const why = isClosed ? '' : `${oldLeft} old and ${newLeft} new lines are missing where the hunk breaks off`;
  return { value, added: header.newLines - context, removed: header.oldLines - context, end, isClosed, why };
}

interface FoundHunk {
  readonly header: HunkHeader;
  readonly here: Cursor;
  readonly first: Cursor;
  /** Offset behind its last line. */
  readonly last: number;
}

/** Most hunks are counted and never looked at: their lines are made when somebody asks for them. */
function hunkOf(source: Source, { header, here, first, last }: FoundHunk): Hunk {
  let made: readonly DiffLine[] | null = null;
  return {
    oldStart: header.oldStart,
    oldLines: header.oldLines,
    newStart: header.newStart,
    newLines: header.newLines,
    section: header.section,
    get lines() {
      made ??= linesOf(source, first, last);
      return made;
    },
    at: placeOf(source, here.line),
  };
}

function linesOf(source: Source, first: Cursor, last: number): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  for (let { at, line } = first; at < last; line++) {
    const text = lineAt(source.text, at);
    const kind = text.startsWith('+') ? '+' : text.startsWith('-') ? '-' : ' ';
    if (!text.startsWith('\\')) lines.push({ kind, text: text.slice(1), at: placeOf(source, line) });
    at += text.length + 1;
  }
  return lines;
}

function placeOf({ numbers, messageId }: Source, line: number): Place {
  return { messageId, line: numbers === null ? line + 1 : (numbers[line] ?? numbers.at(-1) ?? null) };
}
