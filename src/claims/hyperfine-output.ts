import { findMeasures } from './figures.ts';
import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** "  Time (mean ± σ):     512.3 ms ±  10.1 ms    [User: 20.1 ms, System: 300.2 ms]". */
const MEAN = /^\s*Time \((?:mean ± σ|abs|mean)\):\s+(?<time>[^[]{1,60})(?:\[.*)?$/;
const RANGE = /^\s*Range \(min … max\):.*?(?<runs>\d{1,6}) runs/;
const HEAD = /^\s*Benchmark (?:#\s?)?\d{1,3}: (?<command>.{1,120})$/;
const RANGE_LINES = 3;

/** Results of hyperfine: the mean of the runs with its standard deviation, under the command that was timed. */
export function readHyperfine(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let command = '';
  for (const [at, line] of passage.lines.entries()) {
    const head = HEAD.exec(line.text.slice(0, 140))?.groups?.['command'];
    command = head ?? command;
    const time = MEAN.exec(line.text.slice(0, 200))?.groups?.['time'];
    const sample =
      time === undefined ? undefined : sampleOf(line, time, command, runsNear(passage.lines, at));
    if (sample) samples.push(sample);
    if (sample || RANGE.test(line.text)) lines.push(line.number);
  }
  return { samples, lines };
}

function runsNear(lines: readonly Line[], at: number): number | null {
  const range = lines.slice(at, at + RANGE_LINES).map((line) => RANGE.exec(line.text.slice(0, 200)));
  const runs = range.find((found) => found !== null)?.groups?.['runs'];
  return runs === undefined ? null : Number(runs);
}

function sampleOf(line: Line, time: string, command: string, runs: number | null): Sample | undefined {
  const [figure] = findMeasures(time);
  if (!figure) return undefined;
  return {
    line,
    name: command.trim(),
    figure: figureOf({ ...figure, errorKind: 'sd' }),
    tool: 'hyperfine',
    metric: 'time',
    runs,
  };
}
