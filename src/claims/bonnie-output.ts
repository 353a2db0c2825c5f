import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

const HEAD = /-{2,4}Sequential Output-{2,}|-Per Chr- --Block--|\/sec %CP/;
/** Machine, size of the files, and pairs of a rate and the share of a CPU it cost. */
const SIZE = /^\d{1,6}[MG](?::\d{1,6}k?)?$/;
const TESTS = ['per-character write', 'block write', 'rewrite', 'per-character read', 'block read', 'seeks'];
const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  k: ['KiB/s', 1024],
  m: ['MiB/s', 1024 ** 2],
  g: ['GiB/s', 1024 ** 3],
};

/**
 * Result rows of bonnie++: rates in KiB/s, or with a letter behind the number in version 2, and seeks a second. "+++++"
 * stands for a test that was over too soon to be timed and gives nothing.
 * Source: bonnie++(8), "OUTPUT".
 */
export function readBonnie(passage: Passage): ToolOutput {
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
  const words = line.text.trim().split(/\s+/, 20);
  const at = words.findIndex((word) => SIZE.test(word));
  if (at < 1 || words.length < at + 2 * TESTS.length) return [];
  return TESTS.flatMap((name, test) => rateOf(line, name, words[at + 1 + 2 * test] ?? '') ?? []);
}

function rateOf(line: Line, name: string, cell: string): Sample | undefined {
  const found = /^(?<value>\d{1,12}(?:\.\d{1,3})?)(?<letter>[kmg])?$/.exec(cell)?.groups;
  if (!found) return undefined;
  const value = Number(found['value']);
  const isSeeks = name === 'seeks';
  const [unit, factor] = isSeeks ? ['IOPS', 1] : (UNITS[found['letter'] ?? 'k'] ?? ['KiB/s', 1024]);
  const figure = figureOf({
    value,
    unit,
    base: value * factor,
    baseUnit: isSeeks ? '1/s' : 'B/s',
    asWritten: cell,
  });
  return { line, name, figure, tool: 'bonnie++', metric: isSeeks ? 'iops' : 'throughput', runs: null };
}
