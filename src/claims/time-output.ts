import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** GNU time on one line: "0.07user 5.05system 0:18.92elapsed 27%CPU". */
const GNU =
  /\b(?<user>\d{1,6}\.\d\d)user (?<system>\d{1,6}\.\d\d)system (?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,4}):(?<seconds>\d{1,2}(?:\.\d\d)?)elapsed/;
/** The shell's time on three lines: "real    0m18.920s". */
const SHELL = /^\s*(?<name>real|user|sys)\s+(?:(?<minutes>\d+)m)?(?<seconds>[\d.,]+)s\s*$/;
const NAMES: Readonly<Record<string, string>> = { real: 'elapsed', user: 'user time', sys: 'system time' };

/** Times as time(1) and the shell print them, in seconds. */
export function readTimes(passage: Passage): ToolOutput {
  const samples = passage.lines.flatMap((line) => gnuTimes(line) ?? shellTime(line) ?? []);
  return {
    samples,
    lines: samples.filter((sample) => !isLabelled(sample.line)).map((sample) => sample.line.number),
  };
}

/** A line that begins with the name of its configuration is still needed for that name. */
function isLabelled(line: Line): boolean {
  return /^[^:]{1,60}:\s/.test(line.text.trim());
}

function gnuTimes(line: Line): readonly Sample[] | undefined {
  const found = GNU.exec(line.text.slice(0, 200))?.groups;
  if (!found) return undefined;
  const elapsed =
    Number(found['hours'] ?? 0) * 3600 + Number(found['minutes']) * 60 + Number(found['seconds']);
  return [
    seconds(line, 'elapsed', elapsed),
    seconds(line, 'user time', Number(found['user'])),
    seconds(line, 'system time', Number(found['system'])),
  ];
}

function shellTime(line: Line): readonly Sample[] | undefined {
  const found = SHELL.exec(line.text.slice(0, 80))?.groups;
  if (!found) return undefined;
  const value = Number(found['minutes'] ?? 0) * 60 + Number((found['seconds'] ?? '').replace(',', '.'));
  return [seconds(line, NAMES[found['name'] ?? ''] ?? '', value)];
}

function seconds(line: Line, name: string, value: number): Sample {
  const rounded = Number(value.toFixed(6));
  const figure = figureOf({
    value: rounded,
    unit: 's',
    base: rounded,
    baseUnit: 's',
    asWritten: String(rounded),
  });
  return { line, name, figure, tool: 'time', metric: 'time', runs: null };
}
