import type { Report, ReportClaim } from '../report.ts';
import { claimsByGravity } from './answers.ts';
import type { Mailbox } from './draft.ts';
import { mailWords } from './escape-mail.ts';
import { fill } from './fill.ts';
import { headline } from './headline.ts';
import type { MailParent } from './mail-parent.ts';
import { quoteReport } from './mail-quote.ts';
import { mailTable } from './mail-table.ts';
import { notJudged, reportPoints } from './points.ts';
import { settleLines } from './settle-lines.ts';
import { readFromBriefly } from './tree-words.ts';

const LINES_USUAL = 40;
const LINES_MAX = 60;
const COMMAND_CHARACTERS_MAX = 76;
/** A command that can be copied from a mail as it stands: an input without blanks or a link, then options. */
const PLAIN_COMMAND = /^giveback evaluate (?!\S{0,20}:\/\/)[\x21-\x7e]+(?: --[a-z]+(?: [\w./-]+)?)*$/;

interface Paragraph {
  readonly lines: readonly string[];
  /** A mail with so many lines has no room for it any more. */
  readonly linesMax: number;
}

interface BodyContext {
  readonly from: Mailbox;
  readonly parent: MailParent;
  readonly url: string | null;
}

/**
 * The text of a reply: the quoted claim, the finding in one sentence, a table, a paragraph for each point, what was
 * not judged, what would settle it, how to repeat it. At most 60 lines; what has no room is said to be elsewhere.
 */
export function mailBody(report: Report, context: BodyContext): string {
  const head = [
    ...quoteReport(report, context.parent),
    '',
    ...fill(sentence(headline(report))),
    '(Automatic check of the numbers in this patch. It may contain errors.)',
  ];
  const table = mailTable(report);
  const start = table.length === 0 ? head : [...head, '', ...table];
  const end = [...ending(report, context.url), ...footer(report, context.from)];
  return `${[...start, ...thatFit(paragraphs(report), start.length + end.length), ...end].join('\n')}\n`;
}

function paragraphs(report: Report): Paragraph[] {
  const points = reportPoints(report).map(({ severity, claims, kind, text }) => ({
    lines: fill(mailWords(`${subject(claims, kind, report.claims)}: ${text}`)),
    linesMax: severity === 'info' ? LINES_USUAL : LINES_MAX,
  }));
  const silent = notJudged(report).map(
    ({ claims, because }) => `Not judged: ${claims.join(', ')}: ${because}`,
  );
  const others = [...silent, ...settleLines(report, (id) => id)].map((text) => ({
    lines: fill(mailWords(text)),
    linesMax: LINES_MAX,
  }));
  return [...points, ...others];
}

function subject(ids: readonly string[], kind: string, claims: readonly ReportClaim[]): string {
  if (ids.length === 0) return kind;
  if (ids.length > 1 && ids.length === claims.length) return 'All claims';
  const only = ids.length === 1 ? claims.find(({ id }) => id === ids[0]) : undefined;
  return only === undefined ? ids.join(', ') : `${only.id} ${only.quantity}`.trim();
}

function sentence(text: string): string {
  const words = mailWords(text);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Paragraphs in their order as long as there is room, and a line about the others. */
function thatFit(all: readonly Paragraph[], taken: number): string[] {
  const lines: string[] = [];
  let isComplete = true;
  for (const paragraph of all) {
    const room = paragraph.linesMax - 2 - taken - lines.length;
    if (paragraph.lines.length < room) lines.push('', ...paragraph.lines);
    else isComplete = false;
  }
  return isComplete ? lines : [...lines, '', 'More points are in the full report.'];
}

function ending(report: Report, url: string | null): string[] {
  const readFrom =
    report.model === null
      ? 'Nothing of this change is modelled.'
      : `The giveback path was read from ${readFromBriefly(report.model)}.`;
  const { command } = report.reproduce;
  const isShown = command.length <= COMMAND_CHARACTERS_MAX && PLAIN_COMMAND.test(command);
  return [
    '',
    ...fill(`Nothing was run on hardware. ${readFrom}`),
    ...(url === null ? [] : ['The full report, with every assumption:', `  ${url}`]),
    ...(isShown ? ['The same result offline:', `  ${command}`] : []),
  ];
}

function footer(report: Report, from: Mailbox): string[] {
  const [gravest] = claimsByGravity(report);
  const dispute =
    gravest === undefined ? [] : [`Reply "giveback: dispute ${gravest.id}" if a figure was misread.`];
  return [
    '',
    '-- ',
    'Automatic reply, one per version of a series. A person reads replies.',
    ...dispute,
    'Reply "giveback: stop" to end mails on this thread.',
    `For good, or for a whole list: <${from.address}>`,
  ];
}
