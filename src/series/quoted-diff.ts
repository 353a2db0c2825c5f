import { unquote } from '../ingest/quoting.ts';
import type { Problem } from '../problem.ts';
import { fileOf, type HunkHeader, parseDiff, parseHunkHeader } from './diff.ts';
import { mendHunk, type QuotedLine } from './mend-hunk.ts';
import type { FileDiff, Hunk } from './series.ts';

export interface QuotedDiff {
  /** How deep the diff is quoted. */
  readonly depth: number;
  readonly files: readonly FileDiff[];
  /** Lines of the quoted mail above the diff, without marks. */
  readonly above: readonly string[];
  /** The quoted diff as lines without marks, for its patch id; null when anything was mended or damaged. */
  readonly wholeLines: readonly number[] | null;
  readonly problems: readonly Problem[];
}

/**
 * The patch inside a quoted reply. Lines of the patch's own quote depth are taken together across whatever the
 * reviewer wrote between them; wrapped lines and lost blanks are mended where the hunk's counts prove it.
 * Null when no diff is quoted.
 */
export function readQuotedDiff(text: string, messageId: string | null): QuotedDiff | null {
  if (!text.includes('diff --git ') && !text.includes('@@ -')) return null;
  const quoted = text.split('\n').map((line, index) => ({ ...unquote(line), line: index + 1 }));
  const startAt = quoted.findIndex((line, at) => line.depth > 0 && isDiffStart(quoted, at));
  const depth = quoted[startAt]?.depth;
  if (depth === undefined) return null;
  const stream = streamOf(quoted, startAt, depth);
  const above = quoted
    .slice(0, startAt)
    .filter((line) => line.depth === depth)
    .map((line) => line.text);
  const numbers = stream.map((line) => line.line);
  const whole = parseDiff({ lines: stream.map((line) => line.text), numbers, messageId });
  if (whole.problems.length === 0 && isWholly(stream, whole)) {
    return { depth, files: whole.files, above, wholeLines: numbers, problems: [] };
  }
  const sections = cutSections(stream).map((section) => readSection(section, messageId));
  const problems = sections.flatMap((section) => section.problems);
  return { depth, files: sections.map((section) => section.file), above, wholeLines: null, problems };
}

type Unquoted = { readonly depth: number; readonly text: string; readonly line: number };

function isDiffStart(lines: readonly Unquoted[], at: number): boolean {
  const { text = '', depth = 0 } = lines[at] ?? {};
  if (/^diff --git \S/.test(text)) return true;
  const isOfIt = (line: Unquoted | undefined, start: string) =>
    line?.depth === depth && line.text.startsWith(start);
  return /^--- \S/.test(text) && isOfIt(lines[at + 1], '+++ ') && isOfIt(lines[at + 2], '@@ -');
}

function streamOf(lines: readonly Unquoted[], startAt: number, depth: number): readonly QuotedLine[] {
  const isKept = (at: number) => lines[at] === undefined || lines[at].depth === depth;
  return lines.flatMap((line, at) => {
    if (at < startAt || line.depth !== depth) return [];
    return [{ text: line.text, line: line.line, isAfterGap: !isKept(at - 1), isBeforeGap: !isKept(at + 1) }];
  });
}

/** Every line belongs to a hunk or a header, or is empty or part of git's signature. */
function isWholly(stream: readonly QuotedLine[], parsed: ReturnType<typeof parseDiff>): boolean {
  const taken = new Set(
    parsed.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines.map((line) => line.at.line))),
  );
  const rest = stream.filter((line) => !taken.has(line.line)).map((line) => line.text);
  const isKnown = (text: string) =>
    /^(?:diff |index |--- |\+\+\+ |@@ |old mode|new |deleted |similarity |rename |copy |\\ |-- ?$|\d+\.\d+)/.test(
      text,
    ) || text.trim() === '';
  return parsed.files.length > 0 && rest.every(isKnown);
}

function cutSections(stream: readonly QuotedLine[]): readonly (readonly QuotedLine[])[] {
  const isGit = stream.some((line) => line.text.startsWith('diff --git '));
  const isStart = (text: string) => (isGit ? text.startsWith('diff --git ') : /^--- \S/.test(text));
  const starts = stream.flatMap((line, at) => (isStart(line.text) ? [at] : []));
  return starts.map((start, index) => stream.slice(start, starts[index + 1]));
}

function readSection(section: readonly QuotedLine[], messageId: string | null) {
  const hunkStarts = section.flatMap((line, at) => (/^@@ -\d/.test(line.text) ? [at] : []));
  const path = pathOf(section.slice(0, hunkStarts[0]));
  const hunks: Hunk[] = [];
  const problems: Problem[] = [];
  for (const [index, start] of hunkStarts.entries()) {
    const at = { messageId, line: section[start]?.line ?? null };
    const hunk = readQuotedHunk(section.slice(start, hunkStarts[index + 1]), messageId);
    if (hunk === null)
      problems.push({ code: 'diff-damaged', path, why: 'the quoted lines do not close its counts', at });
    else hunks.push({ ...hunk.header, lines: hunk.lines, at });
    if (hunk !== null && hunk.how !== null) problems.push({ code: 'diff-mended', path, how: hunk.how, at });
  }
  return { file: fileOf({ path, oldPath: null, isBinary: false }, hunks), problems };
}

/** The head of a file's diff read as words, since a mailer may have wrapped it anywhere. */
function pathOf(head: readonly QuotedLine[]): string {
  const words = head.flatMap((line) => line.text.split(/\s+/)).filter((word) => word !== '');
  const plus = words.lastIndexOf('+++');
  const minus = words.lastIndexOf('---');
  const named = [words[plus + 1], words[minus + 1]].find(
    (word) => word !== undefined && word !== '/dev/null',
  );
  const path = plus < 0 ? (words[3] ?? '') : (named ?? '');
  return path.replace(/^[ab]\//, '');
}

interface QuotedHunk {
  readonly header: HunkHeader;
  readonly lines: Hunk['lines'];
  readonly how: string | null;
}

/** A hunk whose `@@` line may itself be wrapped: then the first line below belongs to it. */
function readQuotedHunk(region: readonly QuotedLine[], messageId: string | null): QuotedHunk | null {
  const first = region[0]?.text ?? '';
  const joined = `${first} ${region[1]?.text ?? ''}`;
  const whole = parseHunkHeader(first);
  const header = whole ?? parseHunkHeader(joined);
  if (header === null) return null;
  const mended = mendHunk(header, region.slice(whole === null ? 2 : 1), messageId);
  if (mended !== null) return { header, ...mended };
  const wrapped = whole === null ? null : parseHunkHeader(joined);
  const again = wrapped === null ? null : mendHunk(wrapped, region.slice(2), messageId);
  return wrapped === null || again === null
    ? null
    : { header: wrapped, lines: again.lines, how: 'wrapped lines were joined' };
}
