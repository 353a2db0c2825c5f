import { createHash } from 'node:crypto';
import type { Report, ReportClaim } from '../report.ts';
import { answerCounts, answerTo, claimsByGravity, gravestClaims } from './answers.ts';
import { isComparable } from './comparison.ts';
import { cut } from './cut.ts';
import { markdownBlock, markdownCode, markdownText } from './escape-markdown.ts';
import { claimedFigures, percentInterval, percentWithSign } from './figures.ts';
import { givebackLines } from './giveback-lines.ts';
import { headline } from './headline.ts';
import { chartAddress } from './page-address.ts';
import { notJudged, type Point, reportPoints } from './points.ts';
import { settleLines } from './settle-lines.ts';
import { readFromBriefly } from './tree-words.ts';

/** Where a comment stands. All of it is ours but `base`. */
export interface CommentContext {
  /** Names the comment for good: "pr/123". */
  readonly key: string;
  /** The commit that was read; null outside a pull request. */
  readonly head: string | null;
  /** The page of this evaluation, where there is one; its charts lie beside it. */
  readonly url: string | null;
  /** One line for each earlier verdict that this one replaces, the newest first. */
  readonly previous: readonly string[];
}

/** A comment, and the digest of what it says: with the same digest nothing has to be edited. */
export interface Comment {
  readonly body: string;
  /** The body without the marker. */
  readonly text: string;
  readonly digest: string;
}

const ROWS_MAX = 8;
const CELL_CHARACTERS_MAX = 40;
const SENTENCE_CHARACTERS_MAX = 600;
/** GitHub refuses 65,536 characters; it is not said which kind, so both are counted. */
const SIZE_MAX = 60_000;
const SIZE_RESERVED = 6_000;

/** The one comment of a pull request: a headline, a table, everything else folded. When all is well it is one line. */
export function composeComment(report: Report, context: CommentContext): Comment {
  const body = isAllWell(report) ? [oneLine(report)] : sections(report, context);
  const text = `${body.join('\n')}\n`;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { body: `${marker(context, digest)}\n${text}`, text, digest };
}

function isAllWell({ outcome }: Report): boolean {
  return outcome === 'supported' || outcome === 'nothing-to-evaluate';
}

const plain = (text: string): string => text.replace(/[^\w./-]/g, '');

function marker({ key, head }: CommentContext, digest: string): string {
  return `<!-- giveback:v1 key=${plain(key)} head=${plain(head ?? 'none')} digest=${digest} -->`;
}

function oneLine(report: Report): string {
  return `giveback: ${markdownText(headline(report))}. Nothing was run on hardware.`;
}

function sections(report: Report, context: CommentContext): string[] {
  return [
    `### giveback: ${markdownText(headline(report))}`,
    '',
    ...claimTable(report, context),
    ...checked(report, context),
    ...folded('What the figures and the model show', pointLines(report)),
    ...folded('Not judged', silentLines(report)),
    ...folded(
      'What would settle it',
      settleLines(report, (id) => id).map((line) => `- ${sentence(line)}`),
    ),
    ...folded('The giveback path', report.model === null ? [] : markdownBlock(givebackLines(report.model))),
    ...folded('How to repeat it', repeatLines(report)),
    ...folded(
      'Earlier verdicts',
      context.previous.map((line) => `- ${sentence(line)}`),
    ),
    footer(report, context),
  ];
}

function claimTable(report: Report, { url }: CommentContext): string[] {
  if (report.claims.length === 0) return [];
  const shown = gravestClaims(report, ROWS_MAX);
  const rest = report.claims.filter((claim) => !shown.includes(claim));
  const counts = answerCounts(rest).map(({ words, count }) => `${count} ${words}`);
  return [
    '| Claim | Claimed | Change | Replayed (5–95 %) | Answer |',
    '|---|---|---|---|---|',
    ...shown.map((claim) => tableRow(claim, url)),
    ...(rest.length === 0 ? [] : [`| and ${rest.length} more | | | | ${counts.join(', ')} |`]),
    '',
  ];
}

function tableRow(claim: ReportClaim, page: string | null): string {
  const cells = [
    `${chartLink(claim, page)} ${words(claim.quantity)}`.trim(),
    words(claimedFigures(claim)),
    claim.deltaPercent === null ? '' : percentWithSign(claim.deltaPercent).trim(),
    claim.replay === null ? '' : percentInterval(claim.replay.deltaPercent).trim(),
    answerTo(claim),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A picture would be loaded for everybody who reads the thread; a link only for who wants to look. */
function chartLink(claim: ReportClaim, page: string | null): string {
  if (page === null || !isComparable(claim)) return claim.id;
  return `[${claim.id}](${encodeURI(chartAddress(page, claim.id))})`;
}

/** A cell is cut before it is escaped, so that no escape is cut in two. */
const words = (text: string): string => markdownText(cut(text, CELL_CHARACTERS_MAX)).trim();
const sentence = (text: string): string => markdownText(cut(text, SENTENCE_CHARACTERS_MAX)).trim();

function checked(report: Report, { head }: CommentContext): string[] {
  const base = report.series.baseCommit;
  const what = head === null ? '' : `Checked ${markdownCode(head.slice(0, 12))}. `;
  const on = base === null ? '' : `Base ${markdownCode(cut(base, 12))}. `;
  const path =
    report.model === null ? '' : ` The giveback path was read from ${readFromBriefly(report.model)}.`;
  return [
    `${what}${on}Nothing was run on hardware: the stated numbers were checked and replayed on a model.${path}`,
    '',
  ];
}

function pointLines(report: Report): string[] {
  return withinSize(reportPoints(report).map(pointLine));
}

function pointLine({ claims, kind, text }: Point): string {
  const subject = claims.length === 0 ? kind : claims.join(', ');
  return `- **${markdownText(subject)}** ${sentence(text)}`;
}

function silentLines(report: Report): string[] {
  return withinSize(
    notJudged(report).map(({ claims, because }) => `- ${claims.join(', ')}: ${sentence(because)}`),
  );
}

/** Whole lines only, as many as both ways of counting allow; a third of the comment for each list. */
function withinSize(lines: readonly string[]): string[] {
  const room = (SIZE_MAX - SIZE_RESERVED) / 3;
  let used = 0;
  const kept = lines.filter((line) => {
    used += Buffer.byteLength(line) + 1;
    return used <= room;
  });
  return kept.length === lines.length ? kept : [...kept, '- More is in the full report.'];
}

function repeatLines({ reproduce }: Report): string[] {
  const model = markdownCode(reproduce.modelVersion);
  const config = markdownCode(reproduce.configSha256.slice(0, 12));
  return [
    ...markdownBlock([cut(reproduce.command, SENTENCE_CHARACTERS_MAX)]),
    `Model ${model}, seed ${reproduce.seed}, config ${config}`,
  ];
}

function folded(summary: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return [`<details><summary>${summary}</summary>`, '', ...lines, '', '</details>', ''];
}

function footer(report: Report, { url }: CommentContext): string {
  const [gravest] = claimsByGravity(report);
  const ofClaim = gravest === undefined ? [] : [`explain ${gravest.id}`, `dispute ${gravest.id}`];
  const commands = [...ofClaim, 'rerun', 'stop'].map((command) => `\`/giveback ${command}\``);
  const page = url === null ? [] : [`[page](${encodeURI(url)})`];
  const parts = [...commands, ...page, 'edited in place, never posted again'];
  return `<sub>Automatic; may contain errors. ${parts.join(' · ')}</sub>`;
}
