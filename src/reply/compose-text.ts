import type { Report } from '../report.ts';
import { becauseLines } from './because-lines.ts';
import { claimsTable } from './claims-table.ts';
import { findingLines } from './finding-lines.ts';
import { givebackLines } from './giveback-lines.ts';
import { intervalBars } from './interval-bars.ts';
import { type Paint, paintWith } from './paint.ts';
import { indented, joinBlocks, type TextOptions } from './screen.ts';
import { settleLines } from './settle-lines.ts';
import { visible } from './visible.ts';
import { OUTCOME_TONE } from './words.ts';

/** The report for a terminal: headline, giveback path, claims, findings, what would settle the rest, how to repeat. */
export function composeText(report: Report, options: TextOptions): string {
  const paint = paintWith(options.hasColour);
  const sentence = (line: string) => indented(line, options.columns);
  const blocks = [
    [headline(report, paint), sentence(visible(report.summary))],
    report.model === null && report.series.patches.length === 0
      ? []
      : givebackLines(report.model).map(sentence),
    report.claims.length === 0 ? [] : [claimsTable(report, paint)],
    options.hasBars ? intervalBars(report.claims, paint) : [],
    becauseLines(report).map(sentence),
    findingLines(report, paint).map(sentence),
    report.problems.map((problem) => sentence(paint('quiet', `? ${visible(problem.text)}`))),
    [...firstFew(settleLines(report)), repeatLine(report)].map(sentence),
  ];
  return joinBlocks(blocks);
}

function headline(report: Report, paint: Paint): string {
  const { series, outcome } = report;
  const facts = [
    `v${series.version}`,
    series.total === 1 ? '1 patch' : `${series.total} patches`,
    ...(series.date === null ? [] : [series.date.slice(0, 10)]),
  ];
  const subject = series.subject === '' ? '(no subject)' : visible(series.subject);
  return `${paint('strong', subject)}   ${facts.join(', ')}   ${paint(OUTCOME_TONE[outcome], outcome.toUpperCase())}`;
}

function repeatLine(report: Report): string {
  return `${visible(report.reproduce.command)}      (this, again)`;
}

/** A screen tells what to measure next, not every measurement there could be; the JSON has them all. */
const SETTLE_LINES_MAX = 6;

function firstFew(lines: readonly string[]): readonly string[] {
  const left = lines.length - SETTLE_LINES_MAX;
  return left <= 0
    ? lines
    : [...lines.slice(0, SETTLE_LINES_MAX), `… and ${left} more measurements (--json)`];
}
