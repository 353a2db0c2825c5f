import { readBonnie } from './bonnie-output.ts';
import { readCodeSizes } from './code-size-output.ts';
import type { Direction } from './direction.ts';
import { readFio } from './fio-output.ts';
import { readFunctionGraph } from './function-graph-output.ts';
import type { Heading } from './heading.ts';
import { readHyperfine } from './hyperfine-output.ts';
import { readInterrupts } from './interrupts-output.ts';
import { readNetperf } from './netperf-output.ts';
import { outline, readHeadings } from './outline.ts';
import { type Paragraph, readParagraphs } from './paragraphs.ts';
import type { Passage } from './passage.ts';
import { readPerfFlat } from './perf-flat-output.ts';
import { isPerfLine } from './perf-lines.ts';
import { readPerfStat } from './perf-stat-output.ts';
import { readPrintedRates } from './printed-rates.ts';
import type { Sample, ToolReader } from './sample.ts';
import { namesSide } from './sides.ts';
import { readSysstat } from './sysstat-output.ts';
import { readTimes } from './time-output.ts';
import { readTop } from './top-output.ts';

/** A passage with what every reader needs to know of it: what programs printed there, and its titles. */
export interface View extends Passage {
  readonly direction: Direction;
  /** Titles by line; those that name a side have the style of sides. */
  readonly headings: ReadonlyMap<number, Heading>;
  /** Every line's headings above it, outermost first. */
  readonly above: ReadonlyMap<number, readonly Heading[]>;
  /** The prose, without what programs printed. */
  readonly paragraphs: readonly Paragraph[];
  /** What programs printed, in order. */
  readonly printed: readonly Sample[];
  /** Lines that only a program printed. */
  readonly taken: ReadonlySet<number>;
}

const READERS: readonly ToolReader[] = [
  readFio,
  readPerfStat,
  readPerfFlat,
  readPrintedRates,
  readNetperf,
  readTimes,
  readTop,
  readFunctionGraph,
  readSysstat,
  readBonnie,
  readHyperfine,
  readInterrupts,
  readCodeSizes,
];

export function viewPassage(passage: Passage, direction: Direction): View {
  const outputs = READERS.map((read) => read(passage));
  const printed = outputs.flatMap((output) => output.samples);
  const perf = passage.lines.filter(isPerfLine).map((line) => line.number);
  const taken = new Set([...perf, ...outputs.flatMap((output) => output.lines)]);
  const headings = readHeadings(passage, taken, (text) => namesSide(text, direction));
  // A program's line may begin with the name of its configuration, which is a title all the same.
  for (const { line } of printed) taken.add(line.number);
  const paragraphs = readParagraphs(passage, taken);
  return { ...passage, direction, headings, above: outline(passage, headings), paragraphs, printed, taken };
}

/** The texts of the titles above a line, outermost first. */
export function titlesAt(view: View, line: number): readonly string[] {
  return (view.above.get(line) ?? []).map((heading) => heading.text);
}
