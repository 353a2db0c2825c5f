import type { Stated } from './claim.ts';
import { type Draft, type DraftSide, measuredDraft, sideOf } from './draft.ts';
import { findMeasures } from './figures.ts';
import type { Line } from './passage.ts';
import type { Sample } from './sample.ts';
import { namesSide, rankLabel } from './sides.ts';
import { type Column, type Row, rowLabel, type Table, unitNamed, withUnit } from './table.ts';
import { isSpread, withSharedUnit, withSpreads } from './table-statistics.ts';
import type { View } from './view.ts';

/** Drafts that a table makes by itself, and figures that only the titles above it tell the configuration of. */
export interface TableReading {
  readonly drafts: readonly Draft[];
  readonly samples: readonly Sample[];
}

/** A column or row name that speaks of a quantity and not of a configuration. */
const QUANTITY_NAME =
  /throughput|tput|bandwidth|\bbw\b|iops|latency|\bcpu\b|\btime\b|speed|\brate\b|[kmg]i?b(?:it|yte)?s?\/s|\bloss\b|\bmin\b|\bmax\b|\bavg\b|mean|median|\bp\d{2}|interrupts|irqs|\bread\b|\bwrite\b|\brx\b|\btx\b/i;
/** A column that says how much another two differ. */
const DELTA_NAME =
  /change|diff|delta|\bgain|improve|speed-?up|ratio|increase|decrease|^\s*[+\-\u00b1]?%\s*$|\u0394/i;
/** A column of settings: what was varied between the rows. */
const SETTING_NAME =
  /threads?|clients?|jobs|\bsize|depth|\bcpus?\b|\bmtu\b|block|length|number|count|iteration|\brun\b|#|bytes|loops|cores|streams|queue/i;

/** Says what rows and columns mean: configurations, quantities, settings, spreads or differences. */
export function readTable(view: View, drawn: Table): TableReading {
  const table = withSpreads(withSharedUnit(drawn));
  const columns = figureColumns(view, table);
  const quantities = columns.filter((column) => isQuantity(view, table.columns[column]));
  const areRowsSides =
    table.rows.length > 1 &&
    hasSide(
      view,
      table.rows.map((row) => rowLabel(row, columns[0])),
    );
  const areColumnsQuantities = columns.length > 0 && quantities.length * 2 > columns.length;
  if (areColumnsQuantities && areRowsSides)
    return { drafts: columnDrafts(view, table, columns), samples: [] };
  if (columns.length < 2 || areColumnsQuantities) return { drafts: [], samples: cellSamples(table, columns) };
  return { drafts: table.rows.flatMap((row) => rowDrafts(view, table, row, columns)), samples: [] };
}

/** Columns that hold measured figures: neither differences nor the settings that tell the rows apart. */
function figureColumns(view: View, table: Table): readonly number[] {
  return table.columns
    .map((_, column) => column)
    .filter((column) => table.rows.some((row) => row.figures[column] !== undefined))
    .filter((column) => {
      const name = nameOf(table.columns[column]);
      if (namesSide(name, view.direction)) return true;
      if (column === 0 && (isSetting(table, column, name) || isLabels(table, column))) return false;
      return !DELTA_NAME.test(name) && !isSpread(name);
    });
}

/** "v6.8" above "v6.8 + patch 1": a column in which only some cells hold a number names the rows. */
function isLabels(table: Table, column: number): boolean {
  return table.rows.some((row) => row.figures[column] === undefined && (row.cells[column] ?? '') !== '');
}

function isSetting(table: Table, column: number, name: string): boolean {
  return SETTING_NAME.test(name) || table.rows.every((row) => row.figures[column]?.unit === '');
}

function isQuantity(view: View, column: Column | undefined): boolean {
  const name = nameOf(column);
  return QUANTITY_NAME.test(name) && !namesSide(name, view.direction);
}

function hasSide(view: View, labels: readonly string[]): boolean {
  return labels.some(
    (label) =>
      rankLabel(
        label,
        labels.filter((one) => one !== label),
        view.direction,
      ) !== 0,
  );
}

function nameOf(column: Column | undefined): string {
  return [column?.group, column?.name].filter(Boolean).join(' ');
}

/** A row over configurations; where a second header line names quantities, one draft for each of them. */
function rowDrafts(view: View, table: Table, row: Row, columns: readonly number[]): readonly Draft[] {
  const label = rowLabel(row, columns[0]);
  const names = [...new Set(columns.map((column) => table.columns[column]?.name ?? ''))];
  const isGrouped =
    columns.every((column) => table.columns[column]?.group !== '') && names.length < columns.length;
  if (!isGrouped)
    return draftOver(view, table, { line: row.line, quantity: label, cells: cellsAt(table, row, columns) });
  return names.flatMap((name) => {
    const same = columns.filter((column) => table.columns[column]?.name === name);
    const cells = cellsAt(table, row, same).map((cell) => ({
      ...cell,
      label: table.columns[cell.column]?.group ?? '',
    }));
    return draftOver(view, table, {
      line: row.line,
      quantity: [label, name].filter(Boolean).join(' '),
      cells,
      unit: name,
    });
  });
}

interface Cell {
  readonly figure: NonNullable<Row['figures'][number]>;
  readonly label: string;
  readonly line: Line;
  readonly column: number;
  readonly text: string;
}

function cellsAt(table: Table, row: Row, columns: readonly number[]): readonly Cell[] {
  return columns.flatMap((column) => {
    const figure = row.figures[column];
    const text = row.cells[column] ?? '';
    return figure ? [{ figure, label: nameOf(table.columns[column]), line: row.line, column, text }] : [];
  });
}

function columnDrafts(view: View, table: Table, columns: readonly number[]): readonly Draft[] {
  return columns.flatMap((column) => {
    const name = nameOf(table.columns[column]);
    const cells = table.rows.flatMap((row) =>
      cellsAt(table, row, [column]).map((cell) => ({ ...cell, label: rowLabel(row, columns[0]) })),
    );
    const line = table.rows.at(-1)?.line;
    return line ? draftOver(view, table, { line, quantity: name, cells, unit: name }) : [];
  });
}

/** Single figures: the name is the column's, and that of the row, which empty first cells take from the row above. */
function cellSamples(table: Table, columns: readonly number[]): readonly Sample[] {
  let label = '';
  return table.rows.flatMap((row) => {
    label = rowLabel(row, columns[0]) || label;
    return cellsAt(table, row, columns).flatMap((cell) => {
      const figure = withUnit(
        cell.figure,
        unitNamed(cell.label) ?? unitNamed(label) ?? unitNamed(table.caption),
      );
      const name = [label, cell.label].filter(Boolean).join(' ');
      return figure ? [{ line: row.line, name, figure, tool: '', metric: null, runs: null }] : [];
    });
  });
}

interface Over {
  readonly line: Line;
  readonly quantity: string;
  readonly cells: readonly Cell[];
  readonly unit?: string;
}

function draftOver(view: View, table: Table, { line, quantity, cells, unit: hint }: Over): readonly Draft[] {
  const fallback =
    unitNamed(hint ?? '') ??
    unitNamed(quantity) ??
    unitNamed(table.caption) ??
    unitNamed(table.titles.at(-1) ?? '');
  const sides: DraftSide[] = [];
  let unit: Pick<Draft, 'unit' | 'baseUnit'> | undefined;
  for (const { figure, label, line: at } of cells) {
    const own = withUnit(figure, unitNamed(label) ?? fallback);
    if (!own || (unit && own.baseUnit !== unit.baseUnit)) continue;
    unit ??= { unit: own.unit, baseUnit: own.baseUnit };
    sides.push(sideOf(own, label, at));
  }
  if (!unit || sides.length < 2) return [];
  const { titles, caption } = table;
  const block = `${view.letter}:${table.rows[0]?.line.number ?? 0}`;
  const stated = statedIn(table, line, cells);
  return [measuredDraft({ passage: view, line, quantity, ...unit, sides, titles, caption, block, stated })];
}

/** "958 (+3%)" in the last cell, or a column of differences, states the percentage of the row. */
function statedIn(table: Table, line: Line, cells: readonly Cell[]): Stated | null {
  const row = table.rows.find((one) => one.line === line);
  const delta = table.columns.findIndex((column) => DELTA_NAME.test(nameOf(column)));
  const last = cells.at(-1);
  const text = delta >= 0 ? (row?.cells[delta] ?? '') : (last?.text.slice(last.figure.end) ?? '');
  const percent = findMeasures(text).find((figure) => figure.baseUnit === '%');
  if (!percent || cells.length !== 2) return null;
  const direction = percent.sign === '-' ? 'down' : percent.sign === '+' ? 'up' : null;
  return { percent: percent.value, factor: null, direction, text: line.text.trim().slice(0, 200) };
}
