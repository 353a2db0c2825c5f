import type { Figure } from './figures.ts';
import { type Column, type Row, type Table, unitNamed } from './table.ts';

/** A column or row that holds how much the figures beside it scatter. */
const SPREAD =
  /^\s*(?:std\.? ?(?:dev|err|error)?|stdev|stddev|sd|s\.d\.|stderr|std error|standard (?:deviation|error)|\u03c3|\u00b1|\+\/?-|ci(?: ?95)?|95 ?% ci|error|mad)\b\.?\s*(?:[([].{0,12})?$/i;
const SPREAD_MARKS = /^\s*(?:\u03c3|\u00b1|\+\/?-)\s*(?:[([].{0,12})?$/;
const STATISTIC =
  /^\s*(?:min(?:imum)?|max(?:imum)?|avg|average|mean|median|p\d{1,2}(?:\.\d{1,2})?|\d{1,2}(?:th|st|nd|rd)?(?: ?%| percentile)?)\s*(?:[([].{0,12})?$/i;

/** Whether a name says that its figures are spreads and not results. */
export function isSpread(name: string): boolean {
  return SPREAD.test(name) || SPREAD_MARKS.test(name);
}

/** "Min  Avg  Max (us)": statistics of one quantity share the unit that only one of them names. */
export function withSharedUnit(table: Table): Table {
  const names = table.columns.slice(1).map(({ name }) => name);
  const units = names.flatMap((name) => unitNamed(name) ?? []);
  const isOne = names.length > 1 && names.every((name) => STATISTIC.test(name) || isSpread(name));
  if (!isOne || units.length !== 1) return table;
  const columns = table.columns.map((column, at): Column => {
    const lacks = at > 0 && unitNamed(column.name) === undefined;
    return lacks ? { ...column, name: `${column.name} (${units[0]})` } : column;
  });
  return { ...table, columns };
}

/** Every figure with the spread that the column to its right, or the row below a mean, gives for it. */
export function withSpreads(table: Table): Table {
  const rows = table.rows.map((row) => ({ ...row, figures: row.figures.map(beside(table, row)) }));
  return { ...table, rows: withoutSpreadRows(rows) };
}

/** A deviation is that of the mean, wherever the median stands; without a mean, of what stands left of it. */
function beside(table: Table, row: Row): (figure: Figure | undefined, column: number) => Figure | undefined {
  const names = table.columns.map(({ name }) => name);
  const hasMean = names.some((name) => MEAN.test(name));
  return (figure, column) => {
    const name = names[column] ?? '';
    const at = hasMean && MEAN.test(name) ? nextSpread(names, column) : column + 1;
    const spread = row.figures[at];
    const isOwn = isSpread(names[at] ?? '') && !isSpread(name) && (!hasMean || MEAN.test(name));
    return figure && spread && isOwn ? widened(figure, spread, names[at] ?? '') : figure;
  };
}

function nextSpread(names: readonly string[], column: number): number {
  return names.findIndex((name, at) => at > column && isSpread(name));
}

const MEAN = /\b(?:mean|avg|average)\b/i;

function withoutSpreadRows(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row, at) => {
    if (isSpread(row.cells[0] ?? '')) return [];
    const below = rows[at + 1];
    if (!below || !isSpread(below.cells[0] ?? '') || !MEAN.test(row.cells[0] ?? '')) return [row];
    const figures = row.figures.map((figure, column) => {
      const spread = below.figures[column];
      return figure && spread ? widened(figure, spread, below.cells[0] ?? '') : figure;
    });
    return [{ ...row, figures }];
  });
}

/** A spread in percent is one of the value. */
function widened(figure: Figure, spread: Figure, name: string): Figure {
  if (figure.error !== null) return figure;
  const error =
    spread.unit === '%' && figure.unit !== '%' ? (figure.value * spread.value) / 100 : spread.value;
  const kind = spreadKind(name);
  return { ...figure, error: Number(error.toPrecision(9)), ...(kind && { errorKind: kind }) };
}

function spreadKind(name: string): 'sd' | 'se' | 'ci95' | undefined {
  if (/err/i.test(name)) return /std|standard/i.test(name) ? 'se' : undefined;
  if (/^\s*(?:ci|95)/i.test(name)) return 'ci95';
  return /^\s*(?:st(?:d|andard)|sd|s\.d|\u03c3)/i.test(name) ? 'sd' : undefined;
}
