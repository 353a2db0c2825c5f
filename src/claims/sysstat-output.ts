import type { BaseUnit } from '../units/base-unit.ts';
import type { Metric } from './claim.ts';
import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

interface Column {
  readonly unit: string;
  readonly baseUnit: BaseUnit;
  readonly factor: number;
  readonly metric: Metric;
}

const SHARE: Column = { unit: '%', baseUnit: '%', factor: 1, metric: 'cpu-load' };
const PACKETS: Column = { unit: 'packets/s', baseUnit: '1/s', factor: 1, metric: 'packet-rate' };
const BYTES: Column = { unit: 'KiB/s', baseUnit: 'B/s', factor: 1024, metric: 'throughput' };
const OPERATIONS: Column = { unit: 'IOPS', baseUnit: '1/s', factor: 1, metric: 'iops' };

/** Columns that somebody compares. What is idle is the rest of the others, and sysstat's kilobyte has 1024 bytes. */
const COLUMNS: ReadonlyMap<string, Column> = new Map([
  ...['%usr', '%user', '%sys', '%system', '%irq', '%soft'].map((name) => [name, SHARE] as const),
  ...['rxpck/s', 'txpck/s'].map((name) => [name, PACKETS] as const),
  ...['rxkB/s', 'txkB/s', 'rkB/s', 'wkB/s'].map((name) => [name, BYTES] as const),
  ...['r/s', 'w/s'].map((name) => [name, OPERATIONS] as const),
]);
/** What the rows of a listing are called. */
const KEYS: ReadonlySet<string> = new Set(['CPU', 'IFACE', 'Device', 'Device:']);
const KEY = /CPU|IFACE|Device/;
const WORDS_MAX = 30;

interface Head {
  readonly key: string;
  /** Names behind the key. */
  readonly names: readonly string[];
}

/**
 * Listings of mpstat, sar and iostat: averages over a whole run, one sample for each column that people compare. Rows of
 * single seconds are left out. A second listing may lack its head: a mail shows it once.
 * Source: sysstat, mpstat(1), sar(1), iostat(1).
 */
export function readSysstat(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let head: Head | undefined;
  for (const line of passage.lines) {
    if (!head && !KEY.test(line.text)) continue;
    const words = line.text.trim().split(/\s+/, WORDS_MAX);
    const found = headOf(words);
    head = found ?? head;
    const row = found || !head ? undefined : rowOf(words, head);
    if (row && head) samples.push(...samplesOf(line, row, head));
    if (found || row) lines.push(line.number);
  }
  return { samples, lines };
}

function headOf(words: readonly string[]): Head | undefined {
  const at = words.findIndex((word) => KEYS.has(word));
  const names = at < 0 ? [] : words.slice(at + 1);
  return names.some((name) => COLUMNS.has(name)) ? { key: words[at] ?? '', names } : undefined;
}

/** The words of a row from its key on: "Average: all 1.20 ...", or a device's row of iostat. */
function rowOf(words: readonly string[], { key, names }: Head): readonly string[] | undefined {
  const isAverage = words[0] === 'Average:';
  const cells = words.slice(isAverage ? 1 : 0);
  const isRow =
    cells.length === names.length + 1 &&
    cells.slice(1).every((cell) => /^\d{1,12}(?:[.,]\d{1,3})?$/.test(cell));
  return isRow && (isAverage || key.startsWith('Device')) ? cells : undefined;
}

function samplesOf(
  line: Line,
  [name = '', ...cells]: readonly string[],
  { key, names }: Head,
): readonly Sample[] {
  return names.flatMap((title, at) => {
    const column = COLUMNS.get(title);
    const value = Number((cells[at] ?? '').replace(',', '.'));
    if (!column) return [];
    const { unit, baseUnit, factor, metric } = column;
    const figure = figureOf({ value, unit, base: value * factor, baseUnit, asWritten: cells[at] ?? '' });
    const shown = key === 'CPU' && /^\d/.test(name) ? `CPU ${name}` : name;
    return [
      { line, name: `${shown} ${title}`, figure, tool: key === 'CPU' ? 'mpstat' : 'sar', metric, runs: null },
    ];
  });
}
