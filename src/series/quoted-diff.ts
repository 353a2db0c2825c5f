import { unquote } from '../ingest/quoting.ts';
import type { Problem } from '../problem.ts';
import { parseDiff } from './diff.ts';
import { mendDiff } from './mend-diff.ts';
import type { QuotedLine } from './quoted-line.ts';
import type { FileDiff } from './series.ts';

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
  const whole = parseDiff({ text: stream.map((line) => line.text).join('\n'), numbers, messageId });
  if (whole.problems.length === 0 && isWholly(stream, whole)) {
    return { depth, files: whole.files, above, wholeLines: numbers, problems: [] };
  }
  return { depth, above, wholeLines: null, ...mendDiff(stream, messageId) };
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
