import type { Read } from '../problem.ts';
import { unitSpelling } from '../units/unit-spellings.ts';
import type { ClaimLimits } from './claim-limits.ts';
import { type Draft, type DraftSide, measuredDraft, sideOf } from './draft.ts';
import { type Figure, findFigures } from './figures.ts';
import type { Line } from './passage.ts';
import { titlesAt, type View } from './view.ts';

interface Row {
  readonly line: Line;
  readonly cells: readonly string[];
  /** The figure of each cell, undefined for text. */
  readonly figures: readonly (Figure | undefined)[];
}

interface Table {
  readonly passage: View;
  readonly titles: readonly string[];
  readonly caption: string;
  readonly header: readonly string[];
  readonly rows: readonly Row[];
}

/** A column or row name that speaks of a quantity and not of a configuration. */
const QUANTITY_NAME =
  /throughput|bandwidth|\bbw\b|iops|latency|\bcpu\b|\btime\b|speed|\brate\b|[kmg]i?b(?:it|yte)?s?\/s|\bloss\b|\bmin\b|\bmax\b|\bavg\b|mean|median|\bp\d{2}|interrupts|irqs/i;
/** A column that says how much another two differ. */
const DELTA_NAME = /change|diff|delta|\bgain|improve|speed-?up|ratio|[+\-±]?%\s*$|\u0394/i;

/** Tables drawn with column marks: rows of one quantity over columns of configurations, or the other way round. */
export function readPipeTables(passage: View, limits: ClaimLimits): Read<readonly Draft[]> {
  const drafts: Draft[] = [];
  const problems: Read<unknown>['problems'][number][] = [];
  for (const block of rowBlocks(passage.lines)) {
    const at = { messageId: passage.messageId, line: block[0]?.number ?? null };
    if (block.length > limits.tableRowsMax) {
      problems.push({
        code: 'too-many',
        what: 'table rows',
        count: block.length,
        limit: limits.tableRowsMax,
        at,
      });
    }
    const table = readTable(passage, block.slice(0, limits.tableRowsMax), limits);
    if (table) drafts.push(...(isTransposed(table) ? columnDrafts(table) : rowDrafts(table)));
  }
  return { value: drafts, problems };
}

function* rowBlocks(lines: readonly Line[]): Generator<readonly Line[]> {
  let block: Line[] = [];
  for (const line of lines) {
    if (line.kind === 'row') block.push(line);
    else if (line.kind !== 'rule') {
      if (block.length > 1) yield block;
      block = [];
    }
  }
  if (block.length > 1) yield block;
}

function readTable(passage: View, block: readonly Line[], limits: ClaimLimits): Table | undefined {
  const rows = block.map((line) => readRow(line, limits));
  const first = rows.findIndex((row) => row.figures.some((figure) => figure !== undefined));
  if (first < 1) return undefined;
  const header = joinHeader(rows.slice(0, first));
  const number = block[0]?.number ?? 0;
  return {
    passage,
    titles: titlesAt(passage, number),
    caption: captionAbove(passage.lines, number),
    header,
    rows: rows.slice(first),
  };
}

function readRow(line: Line, limits: ClaimLimits): Row {
  const inner = line.text
    .trim()
    .replace(/^[|\u2502]/, '')
    .replace(/[|\u2502]$/, '');
  const cells = inner.split(/[|\u2502]/, limits.tableColumnsMax).map((cell) => cell.trim());
  return { line, cells, figures: cells.map(cellFigure) };
}

/** The one figure of a cell that is a figure and at most a short name in front of it: "RX 933.86 Mbit/s". */
function cellFigure(cell: string): Figure | undefined {
  const figure = findFigures(cell)[0];
  if (!figure) return undefined;
  const behind = cell.slice(figure.end).trim();
  const before = cell.slice(0, figure.start).trim();
  if (behind !== '' && !/^[([+]|^[A-Za-z/%]{1,12}$/.test(behind)) return undefined;
  return before.split(' ').length > 4 ? undefined : figure;
}

function joinHeader(rows: readonly Row[]): readonly string[] {
  const width = Math.max(0, ...rows.map((row) => row.cells.length));
  return Array.from({ length: width }, (_, column) =>
    rows
      .map((row) => row.cells[column] ?? '')
      .filter((cell) => cell !== '' && !/^[:-]+$/.test(cell))
      .join(' '),
  );
}

/** The last line of text above a table, past rules and blanks. */
function captionAbove(lines: readonly Line[], number: number): string {
  for (let at = lines.findIndex((line) => line.number === number) - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line?.kind === 'text') return line.text.trim();
    if (line && line.kind !== 'blank' && line.kind !== 'rule') return '';
  }
  return '';
}

/** Columns are quantities and rows configurations when most of the figure columns are named for a quantity. */
function isTransposed(table: Table): boolean {
  const columns = figureColumns(table);
  const named = columns.filter((column) => QUANTITY_NAME.test(table.header[column] ?? ''));
  return table.rows.length > 1 && named.length * 2 > columns.length && !columns.includes(0);
}

function figureColumns(table: Table): readonly number[] {
  return table.header
    .map((_, column) => column)
    .filter((column) => table.rows.some((row) => row.figures[column] !== undefined));
}

function rowDrafts(table: Table): readonly Draft[] {
  return table.rows.flatMap((row) => {
    const columns = figureColumns(table).filter(
      (column) => row.figures[column] !== undefined && !DELTA_NAME.test(table.header[column] ?? ''),
    );
    return draftOver(
      table,
      row.line,
      rowLabel(row),
      columns.flatMap((column) => {
        const figure = row.figures[column];
        return figure ? [{ figure, label: table.header[column] ?? '', line: row.line }] : [];
      }),
    );
  });
}

function columnDrafts(table: Table): readonly Draft[] {
  return figureColumns(table).flatMap((column) => {
    const name = table.header[column] ?? '';
    if (DELTA_NAME.test(name)) return [];
    const sides = table.rows.flatMap((row) => {
      const figure = row.figures[column];
      return figure ? [{ figure, label: rowLabel(row), line: row.line }] : [];
    });
    const line = table.rows.at(-1)?.line;
    return line ? draftOver(table, line, name, sides) : [];
  });
}

/** The text of a row that stands left of its first figure. */
function rowLabel(row: Row): string {
  const first = row.figures.findIndex((figure) => figure !== undefined);
  const cell = row.cells[first] ?? '';
  const prefix = cell.slice(0, row.figures[first]?.start ?? 0);
  return [...row.cells.slice(0, Math.max(0, first)), prefix]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}

function draftOver(
  table: Table,
  line: Line,
  quantity: string,
  cells: readonly { readonly figure: Figure; readonly label: string; readonly line: Line }[],
): readonly Draft[] {
  const fallback = unitNamed(quantity) ?? unitNamed(table.header.join(' ')) ?? unitNamed(table.caption);
  const sides: DraftSide[] = [];
  let unit: Pick<Draft, 'unit' | 'baseUnit'> | undefined;
  for (const { figure, label, line: at } of cells) {
    const own = withUnit(figure, unitNamed(label) ?? fallback);
    if (!own || (unit && own.baseUnit !== unit.baseUnit)) continue;
    unit ??= { unit: own.unit, baseUnit: own.baseUnit };
    sides.push(sideOf(own, label, at));
  }
  if (!unit || sides.length < 2) return [];
  const { passage, titles, caption } = table;
  const block = `${passage.letter}:${table.rows[0]?.line.number ?? 0}`;
  return [measuredDraft({ passage, line, quantity, ...unit, sides, titles, caption, block })];
}

/** A bare number takes the unit that its column, its row or the caption names. */
function withUnit(figure: Figure, named: string | undefined): Figure | undefined {
  if (figure.unit !== '') return figure;
  const meaning = named === undefined ? undefined : unitSpelling(named);
  if (!meaning || named === undefined) return undefined;
  return { ...figure, unit: named, base: figure.value * meaning.factor, baseUnit: meaning.base };
}

/** The unit a name carries: "(in us)", "Latency [ms]", "MB/s". */
export function unitNamed(text: string): string | undefined {
  const inside = /[([](?:in )?(?<unit>[A-Za-z\u00b5\u03bc%/]{1,16})[)\]]/.exec(text)?.groups?.['unit'];
  if (inside !== undefined && unitSpelling(inside)) return inside;
  const words =
    text.match(/[A-Za-z\u00b5\u03bc]{1,8}\/s(?:ec)?|IOPS|iops|[KMGkmg]bps|[kKM]?pps|fps|%/g) ?? [];
  return words.find((word) => unitSpelling(word) !== undefined);
}
