import { readNumberAt } from '../units/number.ts';
import { unitSpelling } from '../units/unit-spellings.ts';
import type { Line } from './passage.ts';
import { figureOf, type Sample } from './sample.ts';
import { unitNamed } from './table.ts';
import { titlesAt, type View } from './view.ts';

/** Fewer bare numbers are anything; more are a dump. */
const RUNS = { min: 3, max: 60 };
/** How far above a list its unit may be named. */
const UNIT_LINES = 14;
/** "12.81", "run 3: 12.81": one run on a line of its own. */
const ALONE = /^\s*(?:(?:run|test|iteration|round)? ?#?\d{1,3}\s*[:.)]\s+)?(?<number>\d[\d.,]{0,15})\s*$/i;
/** " base:  10231 10302 10188": the runs of one configuration side by side. */
const BESIDE =
  /^\s*(?<label>[A-Za-z][^:\d]{0,40}):\s+(?<numbers>\d[\d.,]{0,15}(?:[\s,;]{1,6}\d[\d.,]{0,15}){2,59})\s*$/;
/** fio's terse output has no units; these are fields of its version 3. Source: fio(1), "TERSE OUTPUT". */
const TERSE = /\bfio\b.{0,400}--(?:minimal|output-format=terse)\b.{0,160}\$(?<field>\d{1,3})\b/;
const FIELDS: Readonly<Record<string, readonly [string, string]>> = {
  '7': ['read BW', 'KiB/s'],
  '8': ['read IOPS', 'IOPS'],
  '48': ['write BW', 'KiB/s'],
  '49': ['write IOPS', 'IOPS'],
};

/**
 * Lists of bare numbers, one run each, below or beside the name of their configuration. The mean stands for them, with
 * their standard deviation as its error. Their unit stands above them, or is that of the program's field; without one
 * they stay unread.
 */
export function readRunLists(view: View, used: ReadonlySet<number>): readonly Sample[] {
  const samples: Sample[] = [];
  let open: { line: Line; value: number }[] = [];
  const close = (): void => {
    const [first] = open;
    if (first && open.length >= RUNS.min)
      samples.push(
        ...sampleOf(
          view,
          first.line,
          open.map(({ value }) => value),
        ),
      );
    open = [];
  };
  for (const line of view.lines) {
    const isFree = line.kind === 'text' && !used.has(line.number) && !view.taken.has(line.number);
    const alone = isFree ? ALONE.exec(line.text.slice(0, 60))?.groups?.['number'] : undefined;
    const value = readNumberAt(alone ?? '', 0)?.value;
    if (value !== undefined && open.length < RUNS.max) open.push({ line, value });
    else if (line.kind !== 'blank') close();
    const beside = isFree ? BESIDE.exec(line.text.slice(0, 1_000))?.groups?.['numbers'] : undefined;
    if (beside !== undefined) samples.push(...sampleOf(view, line, numbersIn(beside)));
  }
  close();
  return samples;
}

function numbersIn(text: string): readonly number[] {
  return text
    .split(/[\s;]+|,\s/)
    .flatMap((word) => readNumberAt(word, 0)?.value ?? [])
    .slice(0, RUNS.max);
}

function sampleOf(view: View, line: Line, values: readonly number[]): readonly Sample[] {
  const [name, unit] = unitAbove(view, line) ?? ['', undefined];
  const meaning = unitSpelling(unit ?? '');
  if (unit === undefined || !meaning || values.length < RUNS.min) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const value = Number(mean.toPrecision(6));
  const error = standardDeviation(values);
  const figure = figureOf({
    value,
    unit,
    base: value * meaning.factor,
    baseUnit: meaning.base,
    asWritten: values.join(' '),
    ...(error > 0 && { error, errorKind: 'sd' }),
  });
  return [{ line, name, figure, tool: '', metric: null, runs: values.length }];
}

/** Of the runs themselves, in their unit; 0 when they are all the same. */
export function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Number(Math.sqrt(squares / Math.max(1, values.length - 1)).toPrecision(4));
}

/** The nearest unit above a list, in its titles or in the lines that lead to it. */
function unitAbove(view: View, line: Line): readonly [string, string] | undefined {
  for (const title of titlesAt(view, line.number).toReversed()) {
    const unit = unitNamed(title);
    if (unit !== undefined) return ['', unit];
  }
  const at = line.number - (view.lines[0]?.number ?? 0);
  for (const { text } of view.lines.slice(Math.max(0, at - UNIT_LINES), at).toReversed()) {
    const field = TERSE.exec(text.slice(0, 600))?.groups?.['field'];
    const terse = field === undefined ? undefined : FIELDS[field];
    if (terse) return terse;
    const unit = /\d/.test(text) && ALONE.test(text) ? undefined : unitNamed(text);
    if (unit !== undefined && unit !== '%') return ['', unit];
  }
  return undefined;
}
