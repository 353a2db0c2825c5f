import type { Problem } from '../problem.ts';
import { readFileHeader } from './diff-header.ts';
import type { DiffLine, FileDiff, Hunk } from './series.ts';

/** A line of a letter, without quote marks, and where it stands. */
export interface SourceLine {
  readonly text: string;
  /** 1-based line of the letter's text. */
  readonly line: number;
}

export interface ParsedDiff {
  readonly files: readonly FileDiff[];
  /** Index of the first line of the diff among the source lines; -1 when there is none. */
  readonly start: number;
  /** Index behind the last line that belongs to it. */
  readonly end: number;
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
export function parseDiff(lines: readonly SourceLine[], messageId: string | null): ParsedDiff {
  const files: FileDiff[] = [];
  const problems: Problem[] = [];
  let start = -1;
  let end = 0;
  for (let at = 0; at < lines.length; ) {
    const header = readFileHeader(lines, at);
    if (header === null) {
      at++;
      continue;
    }
    const hunks = readHunks(lines, header.end, { path: header.path, messageId });
    if (start < 0) start = at;
    at = Math.max(hunks.end, at + 1);
    end = at;
    files.push(fileOf(header, hunks.value));
    problems.push(...hunks.problems);
  }
  return { files, start, end, problems };
}

/** Reads a hunk header; null for any other line. Counts left out are 1. */
export function parseHunkHeader(line: string): HunkHeader | null {
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
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    path: header.path,
    oldPath: header.oldPath,
    added: lines.filter((line) => line.kind === '+').length,
    removed: lines.filter((line) => line.kind === '-').length,
    isBinary: header.isBinary,
    hunks,
  };
}

interface Where {
  readonly path: string;
  readonly messageId: string | null;
}

function readHunks(lines: readonly SourceLine[], from: number, where: Where) {
  const value: Hunk[] = [];
  const problems: Problem[] = [];
  let at = from;
  for (let header = headerAt(lines, at); header !== null; header = headerAt(lines, at)) {
    const hunk = readHunk(lines, at, { header, messageId: where.messageId });
    if (hunk.isClosed) value.push(hunk.value);
    else problems.push(damaged(where, hunk.why, lines[hunk.end]?.line ?? lines.at(-1)?.line ?? null));
    at = hunk.isClosed ? hunk.end : nextHeader(lines, hunk.end);
  }
  return { value, end: at, problems };
}

function headerAt(lines: readonly SourceLine[], at: number): HunkHeader | null {
  return parseHunkHeader(lines[at]?.text ?? '');
}

/** Behind a damaged hunk reading goes on at the next hunk of the same file. */
function nextHeader(lines: readonly SourceLine[], from: number): number {
  const found = lines.findIndex(
    (line, at) => at >= from && /^(?:@@ -|diff --git |--- [^\s])/.test(line.text),
  );
  return found < 0 ? from : found;
}

interface ReadHunk {
  readonly value: Hunk;
  readonly end: number;
  readonly isClosed: boolean;
  readonly why: string;
}

function readHunk(
  lines: readonly SourceLine[],
  at: number,
  about: { readonly header: HunkHeader; readonly messageId: string | null },
): ReadHunk {
  const { header, messageId } = about;
  const found: DiffLine[] = [];
  let left = { old: header.oldLines, new: header.newLines };
  let end = at + 1;
  for (; left.old > 0 || left.new > 0; end++) {
    const line = lines[end];
    const kind = line === undefined ? null : kindOf(line.text);
    if (line === undefined || kind === null) break;
    if (kind === '\\') continue;
    left = { old: left.old - (kind === '+' ? 0 : 1), new: left.new - (kind === '-' ? 0 : 1) };
    found.push({ kind, text: line.text.slice(1), at: { messageId, line: line.line } });
  }
  if ((lines[end]?.text ?? '').startsWith('\\ ')) end++;
  const place = { messageId, line: lines[at]?.line ?? null };
  const isClosed = left.old === 0 && left.new === 0;
  const why = `the hunk lacks ${left.old} old and ${left.new} new lines`;
  return { value: { ...header, lines: found, at: place }, end, isClosed, why };
}

/** The first column; an empty line is a context line whose only blank was taken off. */
function kindOf(text: string): DiffLine['kind'] | '\\' | null {
  const first = text.charAt(0);
  if (first === '') return ' ';
  return first === ' ' || first === '+' || first === '-' || first === '\\' ? first : null;
}

function damaged(where: Where, why: string, line: number | null): Problem {
  return { code: 'diff-damaged', path: where.path, why, at: { messageId: where.messageId, line } };
}
