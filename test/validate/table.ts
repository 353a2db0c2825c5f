import type { Scored, Summary } from './score.ts';

const HEADINGS = [
  'row',
  'change',
  'role',
  'measured',
  'model 5 to 95 %',
  'tolerance',
  'in',
  'covered',
  'found',
];
const WIDTHS = [4, 44, 5, 9, 19, 17, 4, 8, 6];

/** One line for each row, under headings. */
export function lines(scores: readonly Scored[]): readonly string[] {
  return [
    line(HEADINGS),
    line(WIDTHS.map((width) => '-'.repeat(width))),
    ...scores.map((scored) => line(cells(scored))),
  ];
}

export function summaryLines(summary: Summary): readonly string[] {
  const of = ({ hits, of: all }: { readonly hits: number; readonly of: number }): string =>
    `${hits} of ${all} (${all === 0 ? '-' : ((100 * hits) / all).toFixed(0)} %)`;
  return [
    `HOLD rows inside their tolerance: ${of(summary.insideHold)}`,
    `HOLD rows whose measurement the widened interval covers: ${of(summary.coveredHold)}`,
    `the same without the gains that no modelled mechanism gives (found "-"): ${of(summary.coveredExplained)}`,
    `of the HOLD rows, effects found: ${of(summary.effectFound)}    no-effects found: ${of(summary.noEffectFound)}`,
  ];
}

function cells({ row, measuredPercent, predicted, isInside, isCovered, isFound }: Scored): readonly string[] {
  const start = [row.id, row.change, row.role, measuredPercent === null ? '' : percent(measuredPercent)];
  if (predicted === null) return [...start, `not modelled: ${row.because ?? 'refused'}`];
  const { low, high } = row.tolerance;
  return [
    ...start,
    `${percent(predicted.p05)} .. ${percent(predicted.p95)}`,
    `${percent(low)} .. ${percent(high)}`,
    word(isInside),
    word(isCovered),
    row.shows === 'open' ? '-' : word(isFound),
  ];
}

function word(is: boolean): string {
  return is ? 'yes' : 'NO';
}

function percent(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 1 : 3;
  return `${value > 0 ? '+' : ''}${value.toFixed(value === 0 ? 0 : digits)}`;
}

function line(texts: readonly string[]): string {
  return texts
    .map((text, index) => text.padEnd(WIDTHS[index] ?? 0))
    .join('  ')
    .trimEnd();
}
