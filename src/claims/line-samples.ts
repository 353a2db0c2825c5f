import { type Figure, findFigures, findMeasures } from './figures.ts';
import type { Line } from './passage.ts';
import { standardDeviation } from './run-lists.ts';
import { figureOf, type Sample } from './sample.ts';
import { unitNamed, withUnit } from './table.ts';
import { titlesAt, type View } from './view.ts';

/** More words than this beside figures and labels make a sentence, which is not for this reader. */
const WORDS_MAX = 7;
const RUNS_MIN = 3;
/** "3 times" counts runs or states a ratio; neither is a measured figure. */
const FACTORS = new Set(['times', 'x', 'X']);

/** Figures on lines that are data and no prose: "rate = (4.4 +- 1.0) GBps", "Download: 4.1 Mbit/s, Upload: 4 Mbit/s". */
export function readLineSamples(view: View, used: ReadonlySet<number>): readonly Sample[] {
  return view.lines.flatMap((line) =>
    line.kind !== 'text' || used.has(line.number) || view.taken.has(line.number) || !/\d/.test(line.text)
      ? []
      : samplesOn(view, line),
  );
}

function samplesOn(view: View, line: Line): readonly Sample[] {
  const text = view.headings.get(line.number)?.rest || line.text;
  const figures = findMeasures(text).filter(
    (figure) => !FACTORS.has(figure.unit) && !isNominal(figure, line),
  );
  if (figures.length === 0) return bareSample(view, line);
  if (wordsBeside(text, figures) > WORDS_MAX) return [];
  const list = runsOf(text, figures);
  if (list) return [{ line, name: '', figure: list, tool: '', metric: null, runs: figures.length }];
  return figures.map((figure, at) => ({
    line,
    name: nameOf(text, figures, at),
    figure,
    tool: '',
    metric: null,
    runs: null,
  }));
}

/** "IOPS before the patch: 250k": the label carries the unit of the one number behind it, or the title above does. */
function bareSample(view: View, line: Line): readonly Sample[] {
  const heading = view.headings.get(line.number);
  const [figure, ...more] = findFigures(heading?.rest ?? '');
  if (!heading || !figure || more.length > 0 || figure.end < heading.rest.trimEnd().length) return [];
  const unit = unitNamed(heading.text) ?? bracketed(titlesAt(view, line.number).at(-1) ?? '');
  const own = withUnit(figure, unit);
  return own ? [{ line, name: '', figure: own, tool: '', metric: null, runs: null }] : [];
}

/** "Latency percentiles (usec)" gives the unit of the rows below it. */
function bracketed(title: string): string | undefined {
  const inside = /[([](?:in )?[A-Za-z\u00b5\u03bc%/]{1,16}[)\]]\s{0,4}$/.exec(title)?.[0];
  return inside === undefined ? undefined : unitNamed(inside);
}

/** "super-speed (5 Gbps)" names a link of the USB specification; nobody measured it. */
function isNominal(figure: Figure, line: Line): boolean {
  return (
    NOMINAL_BITS_PER_SEC.has(figure.base) &&
    figure.baseUnit === 'bit/s' &&
    /speed|\bgen ?\d|usb ?\d/i.test(line.text)
  );
}

const NOMINAL_BITS_PER_SEC = new Set([1.5e6, 12e6, 480e6, 5e9, 10e9, 20e9]);

function wordsBeside(text: string, figures: readonly Figure[]): number {
  let rest = text;
  for (const figure of figures) rest = rest.replace(figure.asWritten, ' ');
  return rest.split(/[^A-Za-z'_]+/).filter((word) => word.length > 1).length;
}

/** A bare list of one unit is a list of runs; its mean stands for it. */
function runsOf(text: string, figures: readonly Figure[]): Figure | undefined {
  const [first] = figures;
  if (!first || figures.length < RUNS_MIN || wordsBeside(text, figures) > 0) return undefined;
  if (figures.some((figure) => figure.unit !== first.unit)) return undefined;
  const mean = (values: readonly number[]): number =>
    Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(6));
  const values = figures.map((figure) => figure.value);
  const error = standardDeviation(values);
  return figureOf({
    ...first,
    value: mean(values),
    base: mean(figures.map((figure) => figure.base)),
    asWritten: text.trim(),
    ...(error > 0 && { error, errorKind: 'sd' }),
  });
}

/** The words in front of a figure, or behind it when none are: "rate = 4 MB/s", "39% cpu usage". */
function nameOf(text: string, figures: readonly Figure[], at: number): string {
  const start = figures[at - 1]?.end ?? 0;
  const before = (text.slice(start, figures[at]?.start).split(/[,;]/).at(-1) ?? '')
    .replace(/[=:~<>()*-]+/g, ' ')
    .trim();
  // "fio 22% ksoftirqd 16%": without a word behind the last figure every name stands in front of its own.
  if (before !== '' || !isNamedBehind(text, figures)) return before;
  const behind = text.slice(figures[at]?.end, figures[at + 1]?.start).split(/[,;.()]/, 1)[0] ?? '';
  return behind.trim();
}

function isNamedBehind(text: string, figures: readonly Figure[]): boolean {
  return figures.length === 1 || /^[^A-Za-z]*[A-Za-z]/.test(text.slice(figures.at(-1)?.end));
}
