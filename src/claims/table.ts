import { unitSpelling } from '../units/unit-spellings.ts';
import { type Figure, findFigures } from './figures.ts';
import type { Line } from './passage.ts';

/** The name of a column: two header lines give a group ("before") above a name ("read"). */
export interface Column {
  readonly group: string;
  readonly name: string;
}

export interface Row {
  readonly line: Line;
  readonly cells: readonly string[];
  /** The figure of each cell, undefined for text. */
  readonly figures: readonly (Figure | undefined)[];
}

/** A grid of figures as a mail draws it, before anybody asks what its rows and columns mean. */
export interface Table {
  readonly titles: readonly string[];
  /** The nearest line of text above. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export function rowOf(line: Line, cells: readonly string[]): Row {
  return { line, cells, figures: cells.map(cellFigure) };
}

/** The figure of a cell that holds one, at most a short name before it and a remark in brackets: "RX 93 Mbit/s (+2%)". */
function cellFigure(cell: string): Figure | undefined {
  const figure = findFigures(cell)[0];
  if (!figure) return undefined;
  const behind = cell.slice(figure.end).trim();
  const before = cell.slice(0, figure.start).trim();
  if (behind !== '' && !/^[([+]/.test(behind)) return undefined;
  return before.split(' ').length > 4 ? undefined : figure;
}

/** The unit a name carries: "(in us)", "Latency [ms]", "MB/s". */
export function unitNamed(text: string): string | undefined {
  for (const found of text.matchAll(/[([](?:in )?(?<unit>[A-Za-z\u00b5\u03bc%/]{1,16})[)\]]/g)) {
    const inside = found.groups?.['unit'];
    if (inside !== undefined && unitSpelling(inside)) return inside;
  }
  const words =
    text.match(/[A-Za-z\u00b5\u03bc]{1,12}\/s(?:ec)?|IOPS|iops|[KMGkmg]bps|[kKM]?pps|\b[tr]ps\b|fps|%/g) ??
    [];
  return words.find((word) => unitSpelling(word) !== undefined) ?? unitInWords(text);
}

/** "in seconds", "transactions per second", and a time at the very end of a name: "read latency us". */
function unitInWords(text: string): string | undefined {
  const { events, unit, last } = IN_WORDS.exec(text)?.groups ?? {};
  const named = events === undefined ? (unit ?? last) : `${events.toLowerCase()}/s`;
  return named !== undefined && unitSpelling(named) ? named : undefined;
}

const IN_WORDS =
  /\b(?<events>[A-Za-z]{2,14}) per sec(?:ond)?\b|\b(?:in|are|is) (?<unit>(?:milli|micro|nano)?seconds|[mun\u00b5]?secs?|ms|us|ns|[KMG]i?B)\b|[A-Za-z)] (?<last>usecs?|us|\u00b5s|msecs?|ms|nsecs?|ns|secs?|seconds)$/;

/** A bare number takes the unit that its column, its row or the caption names; without one it stays unread. */
export function withUnit(figure: Figure, named: string | undefined): Figure | undefined {
  if (figure.unit !== '') return figure;
  const meaning = named === undefined ? undefined : unitSpelling(named);
  if (!meaning || named === undefined) return undefined;
  return { ...figure, unit: named, base: figure.value * meaning.factor, baseUnit: meaning.base };
}

/** The text of a row that stands left of its first figure, or of the figure in `column`. */
export function rowLabel(row: Row, column = row.figures.findIndex((figure) => figure !== undefined)): string {
  const cell = row.cells[column] ?? '';
  const prefix = cell.slice(0, row.figures[column]?.start ?? 0);
  return [...row.cells.slice(0, Math.max(0, column)), prefix]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}
