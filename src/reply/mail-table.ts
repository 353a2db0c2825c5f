import type { Report, ReportClaim } from '../report.ts';
import { answerCounts, answerTo, gravestClaims } from './answers.ts';
import { cut } from './cut.ts';
import { mailWords } from './escape-mail.ts';
import { claimedFigures, percentWithSign } from './figures.ts';

/** A table may be wider than prose, since it is indented by two blanks and never wrapped. */
const COLUMNS_MAX = 78;
const MARGIN = '  ';
const ROWS_MAX = 8;
/** The narrowest a column of words gets when the table is too wide. */
const WORDS_MIN = 10;

const HEAD = ['#', 'claim', 'claimed', 'change', 'answer'];
const CLAIM = 1;
const CLAIMED = 2;

/** The gravest claims, one row each, and one line that counts the rest; the last column is what headlines count. */
export function mailTable(report: Report): string[] {
  if (report.claims.length === 0) return [];
  const shown = gravestClaims(report, ROWS_MAX);
  const rows = [HEAD, ...shown.map(row)];
  const widths = narrowed(HEAD.map((_, column) => Math.max(...rows.map((cells) => length(cells[column])))));
  const lines = rows.map((cells) => cells.map((cell, column) => fitted(cell, column, widths)).join(MARGIN));
  return [...lines.map((line) => `${MARGIN}${line}`.trimEnd()), ...restLine(report, shown)];
}

function row(claim: ReportClaim): string[] {
  return [
    claim.id,
    mailWords(claim.quantity).trim(),
    mailWords(claimedFigures(claim)).trim(),
    claim.deltaPercent === null ? '' : mailWords(percentWithSign(claim.deltaPercent)).trim(),
    answerTo(claim),
  ];
}

function restLine(report: Report, shown: readonly ReportClaim[]): string[] {
  const rest = report.claims.filter((claim) => !shown.includes(claim));
  if (rest.length === 0) return [];
  const counts = answerCounts(rest).map(({ words, count }) => `${count} ${words}`);
  return [`${MARGIN}and ${rest.length} more: ${counts.join(', ')}`];
}

function narrowed(widths: readonly number[]): number[] {
  const fitting = [...widths];
  const margins = MARGIN.length * widths.length;
  for (const column of [CLAIM, CLAIMED]) {
    const excess = fitting.reduce((sum, width) => sum + width, margins) - COLUMNS_MAX;
    const width = fitting[column] ?? 0;
    if (excess > 0) fitting[column] = Math.max(Math.min(width, WORDS_MIN), width - excess);
  }
  return fitting;
}

/** Words are cut; figures are never: half a number is another number. */
function fitted(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  if (length(cell) <= width) return cell + ' '.repeat(width - length(cell));
  if (column === CLAIMED && /\d/.test(cell)) return 'see mail'.padEnd(width);
  return cut(cell, width).padEnd(width);
}

const length = (cell: string | undefined): number => [...(cell ?? '')].length;
