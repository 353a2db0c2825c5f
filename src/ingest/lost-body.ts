/** The version line that closes what git sends: "2.20.1", "2.39.3 (Apple Git-146)", "2.17.1.windows.2". */
const GIT_VERSION = /^\d{1,2}\.\d{1,3}(?:\.[\w-]{1,20}){0,4}(?: \(Apple Git-[\d.]{1,10}\))?(?= |$)/;
const ATTRIBUTION = /(?:^| )(On [^>]{5,150} wrote:)$/;
const STRUCTURE =
  / (?=diff --git \S|--- (?:a\/|\/dev\/null)|\+\+\+ (?:b\/|\/dev\/null)|@@ -\d+(?:,\d+)? \+\d|[A-Z][a-z]+(?:-[a-z]+)*-by: )/;

/**
 * Puts the line breaks back that can be known: each quote mark standing alone begins a line, the version below git's
 * signature ends one, and in unquoted text the lines of a diff's head and the trailers begin one. `>` between two
 * operands of an open condition is no quote mark.
 */
export function restoreBody(body: string): string {
  const lines: string[] = [];
  const words = body.split(' ');
  let depth = 0;
  let line: string[] = [];
  for (let at = 0; at < words.length; ) {
    const marks = marksAt(words, at);
    if (marks.count === 0 || (marks.count === 1 && isComparison(line))) {
      line.push(words[at] ?? '');
      at++;
      continue;
    }
    lines.push(...finished(line.join(' '), depth));
    const nested = isAttribution(line.join(' ')) || depth === 0;
    const next = nextDepth(depth, marks.count, nested);
    for (let blank = 0; blank < next.emptyLines; blank++) lines.push(quoteMarks(next.depth));
    depth = next.depth;
    line = [];
    at = marks.end;
  }
  lines.push(...finished(line.join(' '), depth));
  return lines.join('\n');
}

/** The run of words at `at` that are quote marks only. */
function marksAt(words: readonly string[], at: number): { count: number; end: number } {
  let count = 0;
  let end = at;
  while (/^>+$/.test(words[end] ?? '')) {
    count += words[end]?.length ?? 0;
    end++;
  }
  return { count, end };
}

/**
 * `k` marks in a row, at depth `d`, are empty quoted lines and the next line's own marks; only below an attribution
 * does a longer run mean a deeper quote.
 */
function nextDepth(depth: number, count: number, nested: boolean): { depth: number; emptyLines: number } {
  const expected = nested ? Math.min(depth + 1, count) : Math.min(Math.max(depth, 1), count);
  return { depth: expected, emptyLines: Math.floor(count / expected) - 1 };
}

/** `if (a > b)`: the parenthesis of a condition is open, and what stands before the mark is an operand. */
function isComparison(line: readonly string[]): boolean {
  const text = line.join(' ');
  if (text.length > 200 || !/^[+-]? ?(?:\} )?(?:else )?(?:if|while|for|return|WARN_ON|BUG_ON)\b/.test(text))
    return false;
  const open = text.split('(').length - text.split(')').length;
  return (open > 0 || text.includes('return ')) && /[\w)\]]$/.test(text);
}

function isAttribution(text: string): boolean {
  return text.endsWith(' wrote:');
}

function finished(text: string, depth: number): readonly string[] {
  if (depth === 0) return ownLines(text);
  const version = GIT_VERSION.exec(text);
  if (version === null || version[0].length === text.length)
    return [`${quoteMarks(depth)} ${text === '--' ? '-- ' : text}`.trimEnd()];
  const rest = text.slice(version[0].length).trim();
  return [`${quoteMarks(depth)} ${version[0]}`, '', ...ownLines(rest)];
}

/** The sender's own words: an attribution at the end, and what looks like a patch, get lines of their own. */
function ownLines(text: string): readonly string[] {
  if (text === '') return [];
  const attribution = ATTRIBUTION.exec(text)?.[1];
  if (attribution === undefined) return text.split(STRUCTURE);
  const before = text.slice(0, -attribution.length).trim();
  return before === '' ? [attribution] : [...before.split(STRUCTURE), '', attribution];
}

function quoteMarks(depth: number): string {
  return Array.from({ length: depth }, () => '>').join(' ');
}
