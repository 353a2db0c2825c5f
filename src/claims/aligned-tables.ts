import type { ClaimLimits } from './claim-limits.ts';
import type { Line } from './passage.ts';
import { namesSide } from './sides.ts';
import { type Row, rowOf, type Table } from './table.ts';
import { titlesAt, type View } from './view.ts';

const GAP = /\s{2,}|\t/;

/**
 * Tables drawn with blanks only. Prose has wide gaps too, so one counts only when a header cell or a row label names a
 * side of the comparison and at least one row below holds two figures.
 */
export function readAlignedTables(
  view: View,
  used: ReadonlySet<number>,
  limits: ClaimLimits,
): readonly Table[] {
  const tables: Table[] = [];
  for (let at = 0; at < view.lines.length; at += 1) {
    const table = tableAt(view, at, used, limits);
    if (!table) continue;
    tables.push(table);
    const last = table.rows.at(-1)?.line.number;
    at = view.lines.findIndex((line) => line.number === last);
  }
  return tables;
}

function tableAt(view: View, at: number, used: ReadonlySet<number>, limits: ClaimLimits): Table | undefined {
  const head = view.lines[at];
  if (!head || !GAP.test(head.text.trim())) return undefined;
  const names = cellsOf(head, used);
  // Names of columns may hold versions, never amounts with a unit.
  if (names.length < 2 || rowOf(head, names).figures.some((figure) => figure && figure.unit !== ''))
    return undefined;
  const rows = rowsBelow(view.lines, at + 1, used, limits);
  const width = rows[0]?.cells.length ?? 0;
  const isFit = width === names.length || width === names.length + 1;
  if (!isFit || !rows.every((row) => row.cells.length === width)) return undefined;
  const columns = width === names.length ? names : ['', ...names];
  const groups = groupsAbove(view.lines[at - 1], columns, used);
  const labels = [...groups, ...names, ...rows.map((row) => row.cells[0] ?? '')];
  if (!labels.some((label) => namesSide(label, view.direction))) return undefined;
  return {
    titles: titlesAt(view, head.number),
    caption: textAbove(view.lines, groups.length > 0 ? at - 1 : at),
    columns: columns.map((name, column) => ({ group: groups[column] ?? '', name })),
    rows,
  };
}

/**
 * The configuration of each column when the line above the names groups them ("before" over "Mbps  CPU%"): the names
 * must come again once for each group. Empty when it does not.
 */
function groupsAbove(
  line: Line | undefined,
  columns: readonly string[],
  used: ReadonlySet<number>,
): readonly string[] {
  const tops = line?.kind === 'text' ? cellsOf(line, used) : [];
  const names = columns.slice(1);
  const span = names.length / tops.length;
  const isPeriodic = names.every((name, at) => name === names[at % span]);
  if (tops.length < 2 || !Number.isInteger(span) || !isPeriodic) return [];
  return ['', ...names.map((_, at) => tops[Math.floor(at / span)] ?? '')];
}

function rowsBelow(
  lines: readonly Line[],
  start: number,
  used: ReadonlySet<number>,
  limits: ClaimLimits,
): readonly Row[] {
  const rows: Row[] = [];
  for (let at = start; at < lines.length && rows.length < limits.tableRowsMax; at += 1) {
    const line = lines[at];
    if (!line || (line.kind === 'blank' && rows.length > 0)) break;
    if (line.kind === 'blank' || line.kind === 'rule') continue;
    const row = rowOf(line, cellsOf(line, used));
    if (row.figures.filter((figure) => figure !== undefined).length < 2) break;
    rows.push(row);
  }
  return rows;
}

function cellsOf(line: Line, used: ReadonlySet<number>): readonly string[] {
  if (line.kind !== 'text' || used.has(line.number)) return [];
  return line.text
    .trim()
    .split(GAP, 40)
    .map((cell) => cell.trim());
}

function textAbove(lines: readonly Line[], at: number): string {
  const line = lines
    .slice(Math.max(0, at - CAPTION_LINES), at)
    .findLast((one) => one.kind !== 'blank' && one.kind !== 'rule');
  return line?.kind === 'text' ? line.text.trim() : '';
}

const CAPTION_LINES = 4;
