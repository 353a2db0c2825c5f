import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

const HEAD = /^\s*CPU0(?:\s+CPU\d{1,4}){0,255}\s*$/;
const ROW = /^\s*(?<irq>\d{1,5}|[A-Z]{3}):(?<counts>(?:\s+\d{1,12}){1,256})\s+(?<rest>[A-Za-z].*)$/;
const WORDS_MAX = 300;

/**
 * Rows of /proc/interrupts: the sum over the processors, named by who handles the interrupt. Without the head nobody
 * knows that the numbers are counts, so it must stand above.
 * Source: Documentation/filesystems/proc.rst, "interrupts".
 */
export function readInterrupts(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let isInside = false;
  for (const line of passage.lines) {
    const isHead = HEAD.test(line.text);
    isInside ||= isHead;
    const sample = isInside && !isHead ? rowOf(line) : undefined;
    if (sample) samples.push(sample);
    if (isHead || sample) lines.push(line.number);
  }
  return { samples, lines };
}

function rowOf(line: Line): Sample | undefined {
  const found = ROW.exec(line.text.slice(0, 2_000))?.groups;
  if (!found) return undefined;
  const counts = (found['counts'] ?? '').trim().split(/\s+/, WORDS_MAX).map(Number);
  const sum = counts.reduce((all, count) => all + count, 0);
  const handlers =
    (found['rest'] ?? '')
      .trim()
      .split(/\s{2,}/)
      .at(-1) ?? '';
  const figure = figureOf({ value: sum, unit: 'interrupts', base: sum, baseUnit: '1', asWritten: `${sum}` });
  return { line, name: handlers, figure, tool: '', metric: 'other', runs: null };
}
