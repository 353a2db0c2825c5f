import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

const HEAD = /^\s*text\s+data\s+bss\s+dec\s+hex\s+filename\s*$/;
const ROW =
  /^\s*(?<text>\d{1,12})\s+(?<data>\d{1,12})\s+(?<bss>\d{1,12})\s+(?<dec>\d{1,12})\s+[0-9a-f]{1,12}\s+(?<file>\S{1,120})/;
const SECTIONS = ['text', 'data', 'bss', 'dec'] as const;

/** Sections of object files as size(1) prints them, in bytes. The head must stand above, once in a mail. */
export function readCodeSizes(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let isInside = false;
  for (const line of passage.lines) {
    const isHead = HEAD.test(line.text);
    isInside ||= isHead;
    const found = isInside && !isHead ? rowOf(line) : [];
    samples.push(...found);
    if (isHead || found.length > 0) lines.push(line.number);
  }
  return { samples, lines };
}

function rowOf(line: Line): readonly Sample[] {
  const found = ROW.exec(line.text.slice(0, 240))?.groups;
  if (!found) return [];
  const file = (found['file'] ?? '').split('/').at(-1) ?? '';
  return SECTIONS.map((section) => {
    const value = Number(found[section]);
    const figure = figureOf({ value, unit: 'bytes', base: value, baseUnit: 'B', asWritten: `${value}` });
    return { line, name: `${section} of ${file}`, figure, tool: '', metric: 'size', runs: null };
  });
}
