import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** More rows than a mail shows; a longer listing is cut. */
const ROWS_MAX = 100;

/**
 * Process lists of top: one sample for each command's share of a CPU, and one for the sum of a list, since a load that
 * moves from one worker to another shows only in the sum.
 */
export function readTop(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let column = -1;
  let list: Sample[] = [];
  const close = (): void => {
    const last = list.at(-1);
    if (last) samples.push(...list, sumOf(list, last.line));
    list = [];
  };
  for (const line of passage.lines) {
    if (column < 0 && !line.text.includes('%CPU')) continue;
    const words = line.text.trim().split(/\s+/, 40);
    const head = words.indexOf('%CPU');
    if (head >= 0 && words.includes('PID')) column = head;
    const sample = column > 0 && head < 0 ? rowOf(line, words, column) : undefined;
    if (sample && list.length < ROWS_MAX) list.push(sample);
    else if (!sample && line.kind !== 'blank') close();
    if (sample || head >= 0) lines.push(line.number);
  }
  close();
  return { samples, lines };
}

function rowOf(line: Line, words: readonly string[], column: number): Sample | undefined {
  const share = words[column] ?? '';
  const isRow = /^\d+$/.test(words[0] ?? '') && /^\d{1,4}\.\d$/.test(share) && words.length > column + 2;
  if (!isRow) return undefined;
  return percent(line, words.at(-1)?.replace(/^\[|\]$/g, '') ?? '', Number(share));
}

function sumOf(list: readonly Sample[], line: Line): Sample {
  const sum = list.reduce((total, sample) => total + sample.figure.value, 0);
  return percent(line, 'sum of CPU', Number(sum.toFixed(2)));
}

function percent(line: Line, name: string, value: number): Sample {
  const figure = figureOf({ value, unit: '%', base: value, baseUnit: '%', asWritten: `${value}` });
  return { line, name, figure, tool: 'top', metric: 'cpu-load', runs: null };
}
