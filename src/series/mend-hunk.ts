import type { HunkHeader } from './hunk-header.ts';
import type { QuotedLine } from './quoted-line.ts';
import type { DiffLine } from './series.ts';
import { separateSwallowed } from './swallowed-lines.ts';

export interface Mended {
  readonly lines: readonly DiffLine[];
  /** What was done; null when the lines were whole. */
  readonly how: string | null;
}

type Kind = '+' | '-' | ' ' | 'bare' | 'empty';

interface Draft {
  readonly kind: Kind;
  readonly source: QuotedLine;
}

/**
 * Puts a quoted hunk together: lines that a mailer wrapped are joined, context lines that lost their leading blank are
 * known as context, empty lines left around the reviewer's text are dropped. Accepted only when exactly one reading
 * has as many old and new lines as the hunk's own header says; null otherwise.
 */
export function mendHunk(
  header: HunkHeader,
  region: readonly QuotedLine[],
  messageId: string | null,
): Mended | null {
  const lines = withoutTrailer(region);
  const mended = mendLines(header, lines, messageId);
  if (mended !== null) return mended;
  const separated = separateSwallowed(header, lines);
  const again = separated === null ? null : mendLines(header, separated, messageId);
  return again === null ? null : { lines: again.lines, how: 'empty lines joined to the next were set apart' };
}

function mendLines(
  header: HunkHeader,
  lines: readonly QuotedLine[],
  messageId: string | null,
): Mended | null {
  const drafts = lines.map((source) => ({ kind: kindOf(source.text), source }));
  const context = contextCount(header, drafts);
  if (context === null) return null;
  for (const reading of [readWhole, readUnindented, readJoined, readWithoutGaps, readJoinedWithoutGaps]) {
    const chosen = reading(drafts, context);
    if (chosen !== null)
      return { lines: written(chosen.drafts, chosen.continued, messageId), how: chosen.how };
  }
  return null;
}

interface Reading {
  readonly drafts: readonly Draft[];
  readonly continued: ReadonlySet<Draft>;
  readonly how: string | null;
}

const NONE: ReadonlySet<Draft> = new Set();

/** Old and new side must leave the same number of context lines. */
function contextCount(header: HunkHeader, drafts: readonly Draft[]): number | null {
  const removed = drafts.filter((draft) => draft.kind === '-').length;
  const added = drafts.filter((draft) => draft.kind === '+').length;
  const context = header.oldLines - removed;
  return context >= 0 && context === header.newLines - added ? context : null;
}

function readWhole(drafts: readonly Draft[], context: number): Reading | null {
  if (drafts.some((draft) => draft.kind === 'bare')) return null;
  const fitted = fitTrailingEmpties(drafts, context, NONE);
  return fitted === null ? null : { drafts: fitted, continued: NONE, how: null };
}

/** Context lines without their blank, nothing wrapped. */
function readUnindented(drafts: readonly Draft[], context: number): Reading | null {
  const fitted = fitTrailingEmpties(drafts, context, NONE);
  return fitted === null ? null : { drafts: fitted, continued: NONE, how: 'leading blanks were lost' };
}

function readJoined(drafts: readonly Draft[], context: number): Reading | null {
  const continued = findContinued(drafts);
  const fitted = fitTrailingEmpties(drafts, context, continued);
  return fitted === null ? null : { drafts: fitted, continued, how: 'wrapped lines were joined' };
}

function readWithoutGaps(drafts: readonly Draft[], context: number): Reading | null {
  const kept = withoutGapEmpties(drafts);
  const fitted = fitTrailingEmpties(kept, context, NONE);
  return fitted === null
    ? null
    : { drafts: fitted, continued: NONE, how: 'empty lines around other text were dropped' };
}

function readJoinedWithoutGaps(drafts: readonly Draft[], context: number): Reading | null {
  return readJoined(withoutGapEmpties(drafts), context);
}

/** The drafts with just as many of the empty lines at the end as the count needs; null when it can not be met. */
function fitTrailingEmpties(
  drafts: readonly Draft[],
  context: number,
  continued: ReadonlySet<Draft>,
): readonly Draft[] | null {
  const lastText = drafts.findLastIndex((draft) => draft.kind !== 'empty');
  const unmarked = drafts
    .slice(0, lastText + 1)
    .filter((draft) => !isMarked(draft) && !continued.has(draft)).length;
  const needed = context - unmarked;
  return needed >= 0 && lastText + 1 + needed <= drafts.length
    ? drafts.slice(0, lastText + 1 + needed)
    : null;
}

/**
 * Lines that continue the one before. Where context lines kept their blank, a line without any first column can be
 * nothing else; where blanks were lost, it must follow an added or removed statement that is still open.
 */
function findContinued(drafts: readonly Draft[]): ReadonlySet<Draft> {
  const isIndented = drafts.some((draft) => draft.kind === ' ');
  const continued = new Set<Draft>();
  let run: { kind: Kind; text: string } = { kind: 'empty', text: '' };
  for (const draft of drafts) {
    const isOpenRun = (run.kind === '+' || run.kind === '-') && isOpen(run.text);
    if (draft.kind === 'bare' && (isIndented || isOpenRun)) continued.add(draft);
    else if (draft.kind !== run.kind || !isOpen(run.text)) run = { kind: draft.kind, text: '' };
    run = { kind: run.kind, text: `${run.text} ${withoutMark(draft)}`.trim() };
  }
  return continued;
}

/** A statement that does not end here: brackets are open, an operator waits for its operand, or the line is only a mark. */
function isOpen(text: string): boolean {
  if (text === '') return true;
  const opened = text.split('(').length - text.split(')').length;
  return opened > 0 || /(?:[|&,=(?:*<]|[^+]\+|[^-]-)$/.test(text);
}

function withoutGapEmpties(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter(
    (draft) => draft.kind !== 'empty' || !(draft.source.isAfterGap || draft.source.isBeforeGap),
  );
}

/**
 * git's signature and what follows it are no part of the last hunk; neither is text behind an empty line below which
 * no line has a first column of its own.
 */
function withoutTrailer(region: readonly QuotedLine[]): readonly QuotedLine[] {
  const signature = region.findIndex((line, at) => /^-- ?$/.test(line.text) && isVersionBelow(region, at));
  const kept = signature < 0 ? region : region.slice(0, signature);
  const lastMarked = kept.findLastIndex((line) => /^[-+ ]/.test(line.text));
  const gap = kept.findIndex((line, at) => at > lastMarked && line.text.trim() === '');
  const isText = kept.slice(gap + 1).some((line) => line.text.trim() !== '');
  return lastMarked >= 0 && gap >= 0 && isText && kept[lastMarked]?.text.startsWith(' ')
    ? kept.slice(0, gap + 1)
    : kept;
}

function isVersionBelow(region: readonly QuotedLine[], at: number): boolean {
  return region[at + 1] === undefined || /^\d+\.\d+/.test(region[at + 1]?.text ?? '');
}

function kindOf(text: string): Kind {
  if (text.trim() === '') return 'empty';
  const first = text.charAt(0);
  return first === '+' || first === '-' || first === ' ' ? first : 'bare';
}

function isMarked(draft: Draft): boolean {
  return draft.kind === '+' || draft.kind === '-';
}

function withoutMark(draft: Draft): string {
  return isMarked(draft) ? draft.source.text.slice(1).trim() : draft.source.text.trim();
}

function written(
  drafts: readonly Draft[],
  continued: ReadonlySet<Draft>,
  messageId: string | null,
): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  for (const draft of drafts) {
    const last = lines.at(-1);
    if (continued.has(draft) && last !== undefined) {
      lines[lines.length - 1] = { ...last, text: `${last.text.trimEnd()} ${draft.source.text.trim()}` };
      continue;
    }
    const kind = draft.kind === '+' || draft.kind === '-' ? draft.kind : ' ';
    const text = draft.kind === 'bare' ? draft.source.text : draft.source.text.slice(1);
    lines.push({ kind, text, at: { messageId, line: draft.source.line } });
  }
  return lines;
}
