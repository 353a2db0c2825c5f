import type { Problem } from '../problem.ts';
import { readFileHeader } from './diff-header.ts';
import type { DiffLine, FileDiff, Hunk } from './series.ts';

const BLANK = 32;
const PLUS = 43;
const MINUS = 45;
const BACKSLASH = 92;
const LETTER_D = 100;

/** Lines of a letter, without quote marks. */
export interface Source {
  readonly lines: readonly string[];
  /** The 1-based line of the letter's text for each of them; null when they are its lines 1, 2, 3 and so on. */
  readonly numbers: readonly number[] | null;
  readonly messageId: string | null;
}

export interface ParsedDiff {
  readonly files: readonly FileDiff[];
  /** Index of the first line of the diff among the source lines; -1 when there is none. */
  readonly start: number;
  /** Index behind the last line that belongs to it. */
  readonly end: number;
  /** Behind a hunk stands a line that looks like one of its own: its counts, or a line, may be wrong. */
  readonly isLoose: boolean;
  readonly problems: readonly Problem[];
}

/** The line before a hunk's lines: `@@ -644,10 +644,8 @@ section`. */
export interface HunkHeader {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly section: string;
}

/**
 * Reads the git or unified diffs among lines of text. A hunk counts only when its lines are exactly as many as its
 * header says; one that does not is left out and is a problem, and reading goes on at the next header.
 */
export function parseDiff(source: Source): ParsedDiff {
  const files: FileDiff[] = [];
  const problems: Problem[] = [];
  let start = -1;
  let end = 0;
  let isLoose = false;
  for (let at = 0; at < source.lines.length; ) {
    const header = mayBeginFile(source.lines[at]) ? readFileHeader(source.lines, at) : null;
    if (header === null) {
      at++;
      continue;
    }
    const hunks = readHunks(source, header.end, header.path);
    if (start < 0) start = at;
    at = Math.max(hunks.end, at + 1);
    end = at;
    const { path, oldPath, isBinary } = header;
    const { added, removed, value } = hunks;
    files.push({ path, oldPath, added, removed, isBinary, hunks: value });
    problems.push(...hunks.problems);
    isLoose ||= hunks.isLoose;
  }
  return { files, start, end, isLoose, problems };
}

/** Reads a hunk header; null for any other line. Counts left out are 1. */
export function parseHunkHeader(line: string): HunkHeader | null {
  if (!line.startsWith('@@ -')) return null;
  const found = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(.*)$/.exec(line);
  if (found === null) return null;
  return {
    oldStart: Number(found[1]),
    oldLines: Number(found[2] ?? 1),
    newStart: Number(found[3]),
    newLines: Number(found[4] ?? 1),
    section: (found[5] ?? '').trim(),
  };
}

/** A file's diff begins with "diff --git" or "--- ": most lines are told apart by their first character. */
function mayBeginFile(line: string | undefined): boolean {
  const first = line?.charCodeAt(0);
  return first === LETTER_D || first === MINUS;
}

function readHunks(source: Source, from: number, path: string) {
  const value: Hunk[] = [];
  const problems: Problem[] = [];
  let at = from;
  let added = 0;
  let removed = 0;
  let isLoose = false;
  for (let header = headerAt(source, at); header !== null; header = headerAt(source, at)) {
    const hunk = readHunk(source, at, header);
    if (hunk.isClosed) {
      value.push(hunk.value);
      added += hunk.added;
      removed += hunk.removed;
      isLoose ||= looksLikeHunkLine(source.lines[hunk.end] ?? '');
    } else
      problems.push(damaged(path, hunk.why, placeOf(source, Math.min(hunk.end, source.lines.length - 1))));
    at = hunk.isClosed ? hunk.end : nextHeader(source.lines, hunk.end);
  }
  return { value, added, removed, end: at, isLoose, problems };
}

/** git's signature and the next file's head begin with a dash, too. */
function looksLikeHunkLine(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === MINUS) return !/^--(?: ?$|- )/.test(text);
  return (first === PLUS || first === BLANK) && text.slice(1).trim() !== '';
}

function headerAt(source: Source, at: number): HunkHeader | null {
  return parseHunkHeader(source.lines[at] ?? '');
}

/** Behind a damaged hunk reading goes on at the next hunk of the same file. */
function nextHeader(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at++)
    if (/^(?:@@ -|diff --git |--- \S)/.test(lines[at] ?? '')) return at;
  return from;
}

interface ReadHunk {
  readonly value: Hunk;
  readonly added: number;
  readonly removed: number;
  /** Index behind the last line of the hunk. */
  readonly end: number;
  readonly isClosed: boolean;
  readonly why: string;
}

/** Counts the lines below the hunk header at `at`, as they are and as many as it says. */
export function readHunk(source: Source, at: number, header: HunkHeader): ReadHunk {
  let oldLeft = header.oldLines;
  let newLeft = header.newLines;
  let context = 0;
  let end = at + 1;
  for (; (oldLeft > 0 || newLeft > 0) && end < source.lines.length; end++) {
    const kind = kindOf(source.lines[end] ?? '');
    if (kind === null) break;
    if (kind === '\\') continue;
    if ((kind !== '+' && oldLeft === 0) || (kind !== '-' && newLeft === 0)) break;
    if (kind !== '+') oldLeft--;
    if (kind !== '-') newLeft--;
    if (kind === ' ') context++;
  }
  const last = end;
  if (source.lines[end]?.startsWith('\\ ')) end++;
  const isClosed = oldLeft === 0 && newLeft === 0;
  const why = isClosed ? '' : `${oldLeft} old and ${newLeft} new lines are missing where the hunk breaks off`;
  const value = hunkOf(source, { header, at, last });
  return { value, added: header.newLines - context, removed: header.oldLines - context, end, isClosed, why };
}

/** Most hunks are counted and never looked at: their lines are made when somebody asks for them. */
function hunkOf(
  source: Source,
  found: { readonly header: HunkHeader; readonly at: number; readonly last: number },
): Hunk {
  const { header, at, last } = found;
  let made: readonly DiffLine[] | null = null;
  return {
    oldStart: header.oldStart,
    oldLines: header.oldLines,
    newStart: header.newStart,
    newLines: header.newLines,
    section: header.section,
    get lines() {
      made ??= linesOf(source, at + 1, last);
      return made;
    },
    at: placeOf(source, at),
  };
}

function linesOf(source: Source, from: number, end: number): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  for (let index = from; index < end; index++) {
    const text = source.lines[index] ?? '';
    const kind = kindOf(text);
    if (kind === null || kind === '\\') continue;
    lines.push({ kind, text: text.slice(1), at: placeOf(source, index) });
  }
  return lines;
}

/** The first column; an empty line is a context line whose only blank was taken off. */
function kindOf(text: string): DiffLine['kind'] | '\\' | null {
  switch (text.charCodeAt(0)) {
    case BLANK:
      return ' ';
    case PLUS:
      return '+';
    case MINUS:
      return '-';
    case BACKSLASH:
      return '\\';
    default:
      return text === '' ? ' ' : null;
  }
}

function placeOf(source: Source, index: number) {
  return {
    messageId: source.messageId,
    line: source.numbers === null ? index + 1 : (source.numbers[index] ?? null),
  };
}

function damaged(path: string, why: string, at: ReturnType<typeof placeOf>): Problem {
  return { code: 'diff-damaged', path, why, at };
}
