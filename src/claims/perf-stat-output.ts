import { readNumberAt } from '../units/number.ts';
import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** "   1,234,567      cycles:u     #  3.2 GHz     ( +-  0.35% )". */
const COUNTER =
  /^\s*(?<count>\d[\d,.]*)\s+(?:(?<unit>msec|ns)\s+)?(?<event>[a-zA-Z][\w.:/-]{2,40})(?<rest>\s+#.*|\s+\(.*|\s*)$/;
const ELAPSED =
  /^\s*(?<seconds>\d+[.,]\d+)(?:\s*\+-\s*(?<error>\d+[.,]\d+))?\s+seconds (?<what>time elapsed|user|sys)(?<rest>.*)$/;
const SPREAD = /\(\s*\+-\s*(?<percent>[\d.]+)%\s*\)/;
/** perf rates most counters behind a mark, which is enough where somebody cut the head off. */
const RATED = /^\s*\d[\d.,]{0,24} {1,8}(?:msec )?[a-z][\w.:/-]{2,40} {1,40}#/;
const HEAD = /^\s*Performance counter stats for/;

/** Counters of `perf stat`, with the spread over its runs where it prints one. */
export function readPerfStat(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let isInside = false;
  for (const line of passage.lines) {
    if (HEAD.test(line.text)) isInside = true;
    const sample = elapsed(line) ?? (isInside || RATED.test(line.text) ? counter(line) : undefined);
    if (sample) samples.push(sample);
    if (sample || HEAD.test(line.text)) lines.push(line.number);
    else if (line.kind !== 'blank') isInside = false;
  }
  return { samples, lines };
}

function counter(line: Line): Sample | undefined {
  const found = COUNTER.exec(line.text.slice(0, 200))?.groups;
  const value = readNumberAt(found?.['count'] ?? '', 0)?.value;
  const event = found?.['event'];
  if (event === undefined || value === undefined) return undefined;
  const error = spreadOf(found?.['rest'] ?? '', value);
  const isTime = found?.['unit'] === 'msec';
  const figure = isTime
    ? figureOf({ value, unit: 'msec', base: value / 1000, baseUnit: 's', error, asWritten: String(value) })
    : figureOf({ value, unit: event, base: value, baseUnit: '1', error, asWritten: String(value) });
  return { line, name: event, figure, tool: 'perf', metric: isTime ? 'time' : 'other', runs: null };
}

function elapsed(line: Line): Sample | undefined {
  const found = ELAPSED.exec(line.text.slice(0, 200))?.groups;
  if (!found) return undefined;
  const value = Number((found['seconds'] ?? '').replace(',', '.'));
  const written = found['error'] === undefined ? null : Number(found['error'].replace(',', '.'));
  const error = written ?? spreadOf(found['rest'] ?? '', value);
  const figure = figureOf({
    value,
    unit: 'seconds',
    base: value,
    baseUnit: 's',
    error,
    asWritten: String(value),
  });
  return { line, name: found['what'] ?? '', figure, tool: 'perf', metric: 'time', runs: null };
}

/** perf gives the spread in percent of the mean. */
function spreadOf(rest: string, value: number): number | null {
  const percent = SPREAD.exec(rest)?.groups?.['percent'];
  return percent === undefined ? null : Number(((value * Number(percent)) / 100).toPrecision(6));
}
