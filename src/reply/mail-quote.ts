import type { Report, ReportClaim } from '../report.ts';
import { claimsByGravity } from './answers.ts';
import { cut } from './cut.ts';
import { quotedText } from './escape-mail.ts';
import { mailDate } from './mail-date.ts';
import { headerText } from './mail-headers.ts';
import type { MailParent } from './mail-parent.ts';

const QUOTED_LINES_MAX = 12;
const HAZARD_LINES_MAX = 6;
/** A quoted line stays as it is, and unwrapped; one that is longer than this is cut. */
const LINE_CHARACTERS_MAX = 120;
/** What 72 columns leave beside a date. */
const NAME_CHARACTERS_MAX = 26;
/** Prose of a claim is looked for in so many adjacent lines. */
const SENTENCE_LINES_MAX = 4;

interface QuotedLine {
  readonly number: number;
  readonly text: string;
}

/**
 * The words the mail speaks of, quoted from its parent in their order: the changed lines that make a hazard, the line
 * of every claim that is answered, and the sentence that states its change. At most 12 lines; the gravest claims win. A
 * report without any of them quotes the subject.
 */
export function quoteReport(report: Report, parent: MailParent): string[] {
  let chosen = hazardLines(report, parent).slice(0, HAZARD_LINES_MAX);
  const claims = chosen.length > 0 ? spokenClaims(report) : quotableClaims(report);
  for (const claim of claims) {
    const more = [...chosen, ...linesOf(claim, parent)];
    if (layOut(more).length <= QUOTED_LINES_MAX) chosen = more;
  }
  const quote = layOut(chosen);
  return [
    ...attribution(parent),
    ...(quote.length > 0
      ? quote
      : [`> ${cut(quotedText(headerText(parent.subject)), LINE_CHARACTERS_MAX) || '(no subject)'}`]),
  ];
}

/** "On Mon, 01 Apr 2019 23:16:11 +0900, Ada Bulk wrote:"; nothing where the parent has no date or no author. */
function attribution({ date, author }: MailParent): string[] {
  const when = date === null ? null : mailDate(date);
  if (when === null || author === null) return [];
  const name = [...quotedText(headerText(author))].slice(0, NAME_CHARACTERS_MAX).join('').trim();
  return name === '' ? [] : [`On ${when}, ${name} wrote:`];
}

/** Lines of the parent that hold a claim; a parent whose lines are not at hand gives the line the report kept. */
function linesOf({ where, stated }: ReportClaim, parent: MailParent): QuotedLine[] {
  const isParents = where.messageId === null || where.messageId === parent.messageId;
  const own = isParents ? parent.lines[where.line - 1] : undefined;
  const sentence = isParents && stated !== null ? sentenceLines(stated.text, parent.lines) : [];
  return [...sentence, { number: where.line, text: own ?? where.text }].filter(
    ({ text }) => text.trim() !== '',
  );
}

/** The fewest adjacent lines in which the sentence stands, line breaks taken as blanks. */
function sentenceLines(sentence: string, lines: readonly string[]): QuotedLine[] {
  const wanted = squeezed(sentence);
  if (wanted === '') return [];
  for (let length = 1; length <= SENTENCE_LINES_MAX; length += 1) {
    for (let first = 0; first + length <= lines.length; first += 1) {
      const part = lines.slice(first, first + length);
      if (squeezed(part.join(' ')).includes(wanted)) {
        return part.map((text, index) => ({ number: first + index + 1, text }));
      }
    }
  }
  return [];
}

const squeezed = (text: string): string => text.split(/\s+/).join(' ').trim();

function layOut(lines: readonly QuotedLine[]): string[] {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  const ordered = [...byNumber.values()].toSorted((a, b) => a.number - b.number);
  return ordered.flatMap(({ number, text }, index) => {
    const previous = ordered[index - 1];
    const gap = previous !== undefined && previous.number + 1 < number ? ['> [..]'] : [];
    return [...gap, `> ${cut(quotedText(text), LINE_CHARACTERS_MAX)}`.trimEnd()];
  });
}

/** The changed lines of a diff in the parent that the hazards come from. */
function hazardLines({ model }: Report, parent: MailParent): QuotedLine[] {
  if (model === null || model.hazards.length === 0) return [];
  const evidence = new Set(model.changes.map((change) => squeezed(change.evidence)));
  return parent.lines
    .map((text, index) => ({ number: index + 1, text }))
    .filter(({ text }) => {
      const [, changed] = /^[> ]{0,20}[+-](.{1,200})$/.exec(text) ?? [];
      return changed !== undefined && evidence.has(squeezed(changed));
    });
}

function quotableClaims(report: Report): ReportClaim[] {
  const spoken = spokenClaims(report);
  return spoken.length > 0 ? spoken : report.claims.slice(0, 1);
}

/** The claims a mail speaks of first: those whose figures disagree, then those that the model answers otherwise. */
function spokenClaims(report: Report): ReportClaim[] {
  return claimsByGravity(report).filter(
    ({ verdict, findings }) =>
      findings.some(({ severity }) => severity === 'error') ||
      ['beyond-limit', 'contradicted', 'unexplained', 'undetermined'].includes(verdict),
  );
}
