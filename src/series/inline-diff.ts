import type { Problem } from '../problem.ts';
import { type ParsedDiff, parseDiff } from './diff.ts';
import { linesBetween } from './line.ts';
import { mendDiff } from './mend-diff.ts';
import type { FileDiff } from './series.ts';
import { wrappedHead } from './wrapped-head.ts';

const NO_BREAK_SPACE = '\u00a0';

export interface InlineDiff {
  readonly files: readonly FileDiff[];
  /** Offset of the first line of the diff. */
  readonly start: number;
  /** 0-based numbers of its first line and of the line behind it. */
  readonly lines: { readonly first: number; readonly end: number };
  /** Every line is as it was sent. */
  readonly isWhole: boolean;
  readonly problems: readonly Problem[];
}

/**
 * Reads the diff that stands in a text without quote marks. Where it does not close as it is, it is mended if that
 * leaves less damage: first wrapped lines, then the no-break spaces that some mailers write for blanks.
 * Null when there is none.
 */
export function readInlineDiff(text: string, messageId: string | null): InlineDiff | null {
  const parsed = parseDiff({ text, numbers: null, messageId });
  const start = startOf(text, parsed);
  if (start.at < 0) return null;
  const lines = { first: start.line, end: parsed.end.line };
  const isBroken = parsed.problems.length > 0 || start.at !== parsed.start.at;
  const whole = { files: parsed.files, problems: parsed.problems, start: start.at, lines, isWhole: true };
  if (!isBroken && !parsed.isLoose) return whole;
  const attempts = [
    withJoins(text, start, messageId),
    ...(text.includes(NO_BREAK_SPACE) ? [withBlanks(text, messageId)] : []),
  ];
  const best = attempts.reduce((least, other) => (damageOf(other) < damageOf(least) ? other : least));
  if (!isBroken && damageOf(best) > 0) return whole;
  const isBetter = parsed.files.length === 0 || damageOf(best) <= damageOf(parsed);
  const { files, problems } = isBetter ? best : parsed;
  return { files, problems, start: start.at, lines, isWhole: problems.length === 0 };
}

type Attempt = Pick<ParsedDiff, 'files' | 'problems'>;

/** A head that a mailer wrapped is no head to the parser, but the diff begins with it. */
function startOf(text: string, parsed: ParsedDiff): ParsedDiff['start'] {
  const before = parsed.files.length === 0 ? text.length : parsed.start.at;
  const heads = [wrappedHead(text, before), ...(parsed.files.length === 0 ? [] : [gitHead(text)])];
  const first = Math.min(...heads.filter((at) => at >= 0 && at < before), before);
  return first === before ? parsed.start : { at: first, line: linesBetween(text, 0, first) };
}

function gitHead(text: string): number {
  if (text.startsWith('diff --git ')) return 0;
  const feed = text.indexOf('\ndiff --git ');
  return feed < 0 ? -1 : feed + 1;
}

function damageOf({ problems }: Attempt): number {
  return problems.filter((problem) => problem.code === 'diff-damaged').length;
}

/** No-break spaces taken for the blanks they stand for. */
function withBlanks(text: string, messageId: string | null): Attempt {
  const parsed = parseDiff({ text: text.replaceAll(NO_BREAK_SPACE, ' '), numbers: null, messageId });
  const problems = parsed.files.map((file): Problem => {
    const at = file.hunks[0]?.at ?? { messageId, line: null };
    return { code: 'diff-mended', path: file.path, how: 'no-break spaces were read as blanks', at };
  });
  return { files: parsed.files, problems: [...parsed.problems, ...problems] };
}

function withJoins(text: string, start: ParsedDiff['start'], messageId: string | null): Attempt {
  const lines = text.slice(start.at).split('\n');
  const quoted = lines.map((line, index) => ({
    text: line,
    line: start.line + index + 1,
    isAfterGap: false,
    isBeforeGap: false,
  }));
  return mendDiff(quoted, messageId);
}
