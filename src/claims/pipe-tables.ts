import type { Problem, Read } from '../problem.ts';
import type { ClaimLimits } from './claim-limits.ts';
import type { Line } from './passage.ts';
import { type Column, type Row, rowOf, type Table } from './table.ts';
import { titlesAt, type View } from './view.ts';

const MARK = /[|\u2502]/;

/** The tables of a passage that are drawn with column marks. Larger ones are read up to the limits and named. */
export function readPipeTables(view: View, limits: ClaimLimits): Read<readonly Table[]> {
  const blocks = [...rowBlocks(view)];
  return {
    value: blocks.flatMap((block) => readTable(view, block.slice(0, limits.tableRowsMax), limits) ?? []),
    problems: blocks.flatMap((block) => overLimits(view, block, limits)),
  };
}

/** The header and the first rows show how wide a table is. */
const WIDTH_LINES = 4;

/** What of a table is not read because there is too much of it. */
function overLimits(view: View, block: readonly Line[], limits: ClaimLimits): readonly Problem[] {
  const at = { messageId: view.messageId, line: block[0]?.number ?? null };
  const columns = Math.max(...block.slice(0, WIDTH_LINES).map((line) => line.text.split(MARK).length - 1));
  const sizes = [
    { what: 'table rows', count: block.length, limit: limits.tableRowsMax },
    { what: 'table columns', count: columns, limit: limits.tableColumnsMax },
  ];
  return sizes.flatMap((size) => (size.count > size.limit ? [{ code: 'too-many', ...size, at }] : []));
}

function* rowBlocks(view: View): Generator<readonly Line[]> {
  let block: Line[] = [];
  for (const line of view.lines) {
    if (line.kind === 'row' && !view.taken.has(line.number)) block.push(line);
    else if (line.kind !== 'rule') {
      if (block.length > 1) yield block;
      block = [];
    }
  }
  if (block.length > 1) yield block;
}

function readTable(view: View, block: readonly Line[], limits: ClaimLimits): Table | undefined {
  const isBoxed = block.every((line) => MARK.test(line.text.trimStart().charAt(0)));
  const rows = block.map((line) => rowOf(line, cellsOf(line, isBoxed, limits)));
  const first = firstDataRow(rows);
  if (first < 1) return undefined;
  const number = block[0]?.number ?? 0;
  return {
    titles: titlesAt(view, number),
    caption: captionAbove(view.lines, number),
    columns: columnsOf(rows.slice(0, first), Math.max(...rows.map((row) => row.cells.length))),
    rows: rows.slice(first),
  };
}

/** Behind the header: at the first figure, or below the rule when the header itself names versions ("6.1 | 6.1 + patch"). */
function firstDataRow(rows: readonly Row[]): number {
  const [head, next] = rows;
  const isRuled = head && next && next.line.number > head.line.number + 1;
  if (isRuled && head.figures.every((figure) => figure === undefined || figure.unit === '')) return 1;
  return rows.findIndex((row) => row.figures.some((figure) => figure !== undefined));
}

/** Only a table whose every row begins with a mark has its marks as a frame; else an empty first cell is a cell. */
function cellsOf(line: Line, isBoxed: boolean, limits: ClaimLimits): readonly string[] {
  const text = line.text.trim();
  const inner = (isBoxed ? text.slice(1) : line.text).trimEnd().replace(/[|\u2502]$/, '');
  return inner.split(MARK, limits.tableColumnsMax).map((cell) => cell.trim());
}

/** One header line names the columns; of two with unlike counts of cells the first groups those of the second. */
function columnsOf(header: readonly Row[], width: number): readonly Column[] {
  const lines = header.map((row) => row.cells.map((cell) => (/^[:-]+$/.test(cell) ? '' : cell)));
  const [top = [], second] = lines;
  if (second && lines.length === 2 && top.length < second.length) return grouped(top, second, width);
  return Array.from({ length: width }, (_, column) => ({
    group: '',
    name: lines
      .map((cells) => cells[column] ?? '')
      .filter(Boolean)
      .join(' '),
  }));
}

/** Groups of one width behind as many label columns as are left over. */
function grouped(top: readonly string[], names: readonly string[], width: number): readonly Column[] {
  const groups = top.filter((cell, at) => at > 0 || cell !== '');
  const labels = top[0] === '' || groups.length * 2 > names.length ? 1 : 0;
  const heads = labels === 1 ? top.slice(1) : top;
  const span = Math.max(1, Math.floor((names.length - labels) / Math.max(1, heads.length)));
  return Array.from({ length: width }, (_, column) => ({
    group: column < labels ? '' : (heads[Math.floor((column - labels) / span)] ?? ''),
    name: names[column] ?? '',
  }));
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
