import type { Problem } from '../problem.ts';
import { readFileHeader } from './diff-header.ts';
import type { DiffLine, FileDiff, Hunk } from './series.ts';

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
    const header = readFileHeader(source.lines, at);
    if (header === null) {
      at++;
      continue;
    }
    const hunks = readHunks(source, header.end, header.path);
    if (start < 0) start = at;
    at = Math.max(hunks.end, at + 1);
    end = at;
    files.push(fileOf(header, hunks.value));
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

/** A file's diff with its lines counted. */
export function fileOf(
  header: { readonly path: string; readonly oldPath: string | null; readonly isBinary: boolean },
  hunks: readonly Hunk[],
): FileDiff {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (const { kind } of hunk.lines) {
      if (kind === '+') added++;
      else if (kind === '-') removed++;
    }
  }
  const { path, oldPath, isBinary } = header;
  return { path, oldPath, added, removed, isBinary, hunks };
}

function readHunks(source: Source, from: number, path: string) {
  const value: Hunk[] = [];
  const problems: Problem[] = [];
  let at = from;
  let isLoose = false;
  for (let header = headerAt(source, at); header !== null; header = headerAt(source, at)) {
    const hunk = readHunk(source, at, header);
    if (hunk.isClosed) value.push(hunk.value);
    else problems.push(damaged(path, hunk.why, placeOf(source, Math.min(hunk.end, source.lines.length - 1))));
    at = hunk.isClosed ? hunk.end : nextHeader(source.lines, hunk.end);
    isLoose ||= hunk.isClosed && looksLikeHunkLine(source.lines[hunk.end] ?? '');
  }
  return { value, end: at, isLoose, problems };
}

/** git's signature and the next file's head begin with a dash, too. */
function looksLikeHunkLine(text: string): boolean {
  return /^[+ ]\s*\S/.test(text) || (text.startsWith('-') && !/^--(?: ?$|- )/.test(text));
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
  readonly end: number;
  readonly isClosed: boolean;
  readonly why: string;
}

/** Reads the lines below the hunk header at `at`, as they are and as many as it says. */
export function readHunk(source: Source, at: number, header: HunkHeader): ReadHunk {
  const lines: DiffLine[] = [];
  let oldLeft = header.oldLines;
  let newLeft = header.newLines;
  let end = at + 1;
  for (; (oldLeft > 0 || newLeft > 0) && end < source.lines.length; end++) {
    const text = source.lines[end] ?? '';
    const kind = kindOf(text);
    if (kind === null) break;
    if (kind === '\\') continue;
    if ((kind !== '+' && oldLeft === 0) || (kind !== '-' && newLeft === 0)) break;
    if (kind !== '+') oldLeft--;
    if (kind !== '-') newLeft--;
    lines.push({ kind, text: text.slice(1), at: placeOf(source, end) });
  }
  if (source.lines[end]?.startsWith('\\ ')) end++;
  const isClosed = oldLeft === 0 && newLeft === 0;
  const why = isClosed ? '' : `${oldLeft} old and ${newLeft} new lines are missing where the hunk breaks off`;
  return { value: { ...header, lines, at: placeOf(source, at) }, end, isClosed, why };
}

/** The first column; an empty line is a context line whose only blank was taken off. */
function kindOf(text: string): DiffLine['kind'] | '\\' | null {
  switch (text.charCodeAt(0)) {
    case 32:
      return ' ';
    case 43:
      return '+';
    case 45:
      return '-';
    case 92:
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
