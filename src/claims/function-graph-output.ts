import { groupBy } from './group-by.ts';
import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** What stands in front of the calls: " 1)   3.208 us", " 0) + 12.500 us", or the processor alone where a call begins. */
const PROCESSOR = /^\s*\d{1,4}\)/;
const TIME = /(?<time>\d{1,9}(?:\.\d{1,3})?) us\s*$/;
const CALL = /^(?<name>[A-Za-z_][\w.]{0,80})\(\)(?<end>;| \{)/;
const CLOSE = /^\}(?: \/\* (?<name>[\w.]{1,80}) \*\/)?/;
/** The lines a trace begins with. */
const HEAD = /^\s*#\s+(?:tracer:|CPU\s|TASK\/PID|\|\s+\||DURATION)/;

interface Call {
  readonly line: Line;
  readonly name: string;
  readonly us: number;
}

/**
 * Function graphs of ftrace: the mean time of every function of a listing, in microseconds, with the calls it is the
 * mean of. A closing brace carries the time of the call whose brace it closes.
 * Source: Documentation/trace/ftrace.rst, "function_graph".
 */
export function readFunctionGraph(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let calls: Call[] = [];
  const open = new Map<number, string>();
  const close = (): void => {
    for (const [name, same] of groupBy(calls, (call) => call.name)) samples.push(meanOf(name, same));
    calls = [];
    open.clear();
  };
  for (const line of passage.lines) {
    const row = rowOf(line.text.slice(0, ROW_CHARACTERS));
    const call = row && callOf(line, row, open);
    if (call) calls.push(call);
    if (row || HEAD.test(line.text)) lines.push(line.number);
    else if (line.kind !== 'blank') close();
  }
  close();
  return { samples, lines };
}

const ROW_CHARACTERS = 200;

interface Row {
  readonly us: number | null;
  /** The call with its blanks in front, which show how deep it is. */
  readonly call: string;
}

/** Marks part the time of day, the task, the duration and the call; only the last two are always there. */
function rowOf(text: string): Row | undefined {
  if (!text.includes('|')) return undefined;
  const parts = text.split('|');
  const call = parts.at(-1) ?? '';
  if (parts.length < 2 || parts.length > 4 || !parts.some((part) => PROCESSOR.test(part))) return undefined;
  const time = TIME.exec(parts.at(-2) ?? '')?.groups?.['time'];
  return call.trim() === '' ? undefined : { us: time === undefined ? null : Number(time), call };
}

/** The call a row gives the time of; a row that only opens one is remembered by its indent. */
function callOf(line: Line, { us, call }: Row, open: Map<number, string>): Call | undefined {
  const text = call.trimStart();
  const indent = call.length - text.length;
  const begun = CALL.exec(text)?.groups;
  if (begun?.['end'] === ' {') open.set(indent, begun['name'] ?? '');
  const closed = CLOSE.exec(text);
  const name = closed ? (closed.groups?.['name'] ?? open.get(indent)) : begun?.['name'];
  return us === null || name === undefined ? undefined : { line, name, us };
}

function meanOf(name: string, calls: readonly Call[]): Sample {
  const mean = Number((calls.reduce((sum, call) => sum + call.us, 0) / calls.length).toPrecision(6));
  const figure = figureOf({ value: mean, unit: 'us', base: mean / 1e6, baseUnit: 's', asWritten: `${mean}` });
  const [first] = calls;
  if (!first) throw new Error('a mean is of at least one call');
  const runs = calls.length > 1 ? calls.length : null;
  return { line: first.line, name, figure, tool: 'ftrace', metric: 'time', runs };
}
