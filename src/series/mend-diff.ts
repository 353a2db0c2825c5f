import type { Problem } from '../problem.ts';
import { readHunk } from './diff.ts';
import { readFileHeader } from './diff-header.ts';
import { type HunkHeader, parseHunkHeader } from './hunk-header.ts';
import { mendHunk } from './mend-hunk.ts';
import type { QuotedLine } from './quoted-line.ts';
import type { FileDiff, Hunk } from './series.ts';
import { joinDates } from './wrapped-head.ts';

const HEADER_WRAPPED = 'the wrapped file header was read as words';
const NOT_CLOSED = 'its lines do not add up to what its header says';

export interface MendedDiff {
  readonly files: readonly FileDiff[];
  readonly problems: readonly Problem[];
}

/**
 * Reads a diff that a mailer or a reviewer broke: wrapped headers are read as words, and each hunk that does not close
 * as it is gets mended. What was mended, and what could not be, are problems with their lines.
 */
export function mendDiff(stream: readonly QuotedLine[], messageId: string | null): MendedDiff {
  const sections = cutSections(stream).map((section) => readSection(section, messageId));
  return {
    files: sections.map((section) => section.file),
    problems: sections.flatMap((section) => section.problems),
  };
}

function cutSections(stream: readonly QuotedLine[]): readonly (readonly QuotedLine[])[] {
  const isGit = stream.some((line) => line.text.startsWith('diff --git '));
  const isStart = (text: string) => (isGit ? text.startsWith('diff --git ') : /^--- \S/.test(text));
  const starts = stream.flatMap((line, at) => (isStart(line.text) ? [at] : []));
  return starts.map((start, index) => stream.slice(start, starts[index + 1]));
}

function readSection(section: readonly QuotedLine[], messageId: string | null) {
  const hunkStarts = section.flatMap((line, at) => (/^@@ -\d/.test(line.text) ? [at] : []));
  const header = readHead(section, hunkStarts[0]);
  const { path } = header;
  const problems: Problem[] = [];
  if (header.isWrapped)
    problems.push({ code: 'diff-mended', path, how: HEADER_WRAPPED, at: placeOf(section[0], messageId) });
  const hunks: Hunk[] = [];
  for (const [index, start] of hunkStarts.entries()) {
    const at = placeOf(section[start], messageId);
    const hunk = readBrokenHunk(section.slice(start, hunkStarts[index + 1]), messageId);
    if (hunk === null) problems.push({ code: 'diff-damaged', path, why: NOT_CLOSED, at });
    else hunks.push({ ...hunk.header, lines: hunk.lines, at });
    if (hunk !== null && hunk.how !== null) problems.push({ code: 'diff-mended', path, how: hunk.how, at });
  }
  return { file: fileOf(header, hunks), problems };
}

function placeOf(line: QuotedLine | undefined, messageId: string | null) {
  return { messageId, line: line?.line ?? null };
}

/** A file's diff with its lines counted. */
function fileOf(header: Omit<FileDiff, 'added' | 'removed' | 'hunks'>, hunks: readonly Hunk[]): FileDiff {
  const kinds = hunks.flatMap((hunk) => hunk.lines.map((line) => line.kind));
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  const { path, oldPath, oldBlob, mode, isBinary } = header;
  return { path, oldPath, oldBlob, mode, added: count('+'), removed: count('-'), isBinary, hunks };
}

/** A whole head is read as any other; a wrapped one as words. */
function readHead(section: readonly QuotedLine[], firstHunk: number | undefined) {
  const hunksAt = firstHunk ?? section.length;
  const texts = section.slice(0, hunksAt + 1).map((line) => line.text);
  const whole = readFileHeader(texts.join('\n'), 0);
  if (whole !== null && (firstHunk === undefined || whole.end >= hunksAt))
    return { ...whole, isWrapped: false };
  const dated = readFileHeader(joinDates(texts).join('\n'), 0);
  if (dated !== null) return { ...dated, isWrapped: true };
  const said = { oldPath: null, oldBlob: null, mode: null, isBinary: false };
  return { path: pathOf(texts.slice(0, hunksAt)), ...said, isWrapped: true };
}

/** The path in a head that a mailer wrapped somewhere. */
function pathOf(head: readonly string[]): string {
  const words = head.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '');
  const plus = words.lastIndexOf('+++');
  const minus = words.lastIndexOf('---');
  const named = [words[plus + 1], words[minus + 1]].find(
    (word) => word !== undefined && word !== '/dev/null',
  );
  const path = plus < 0 ? (words[3] ?? '') : (named ?? '');
  return path.replace(/^[ab]\//, '');
}

interface BrokenHunk {
  readonly header: HunkHeader;
  readonly lines: Hunk['lines'];
  readonly how: string | null;
}

/** As it is where it closes; else mended; else with its `@@` line joined to the first line below. */
function readBrokenHunk(region: readonly QuotedLine[], messageId: string | null): BrokenHunk | null {
  const header = parseHunkHeader(region[0]?.text ?? '');
  const whole = header === null ? null : readAsItIs(region, header, messageId);
  if (whole !== null) return whole;
  const mended = header === null ? null : mendHunk(header, region.slice(1), messageId);
  if (header !== null && mended !== null) return { header, ...mended };
  const wrapped = parseHunkHeader(`${region[0]?.text ?? ''} ${region[1]?.text ?? ''}`);
  const again = wrapped === null ? null : mendHunk(wrapped, region.slice(2), messageId);
  if (wrapped === null || again === null) return null;
  return { header: wrapped, lines: again.lines, how: again.how ?? 'the wrapped hunk header was joined' };
}

/** Nothing that looks like a line of the hunk may be left over behind it. */
function readAsItIs(
  region: readonly QuotedLine[],
  header: HunkHeader,
  messageId: string | null,
): BrokenHunk | null {
  const text = region.map((line) => line.text).join('\n');
  const source = { text, numbers: region.map((line) => line.line), messageId };
  const hunk = readHunk(source, { at: 0, line: 0 }, header);
  const rest = text.slice(hunk.end.at).split('\n');
  const signature = rest.findIndex((text) => /^-- ?$/.test(text));
  const left = signature < 0 ? rest : rest.slice(0, signature);
  const isDone = left.every((text) => text.trim() === '') || left[0]?.trim() === '';
  return hunk.isClosed && isDone && !left.some((text) => /^[-+ ]\s*\S/.test(text))
    ? { header, lines: hunk.value.lines, how: null }
    : null;
}
