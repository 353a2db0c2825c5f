import { scanQuantity } from '../units/quantity.ts';
import { unitSpelling } from '../units/unit-spellings.ts';
import type { Metric } from './claim.ts';
import type { Line, Passage } from './passage.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** "  read: IOPS=480, BW=1923KiB/s (1969kB/s)", "- Random read: IOPS=1643, BW=6574KiB/s". */
const SUMMARY = /\bIOPS=/;
/** "WRITE: bw=2495MiB/s (2616MB/s), ...": the last part of a report says the bandwidth again. */
const STATUS = /^\s*(?<kind>READ|WRITE|TRIM|MIXED): bw=(?<rate>\S+)/;
/** "clat (usec): min=2, max=91343, avg=371.79, stdev=119.52", "bw (  KiB/s): ... avg=6571.55", "iops : min= ...". */
const AVERAGES =
  /^\s*(?<kind>(?:(?:read|wri|write) +)?(?:slat|clat|lat|bw|iops))\s*(?:\(\s{0,4}(?<unit>[A-Za-z/]{1,8})\s{0,4}\))?\s{0,12}: min=.*\bavg=\s*(?<avg>[\d.]+)/;
/** A summary shortened by hand goes on with its percentiles: "p90=700 ms, p95=726 ms". */
const PERCENTILE_LIST = /^\s*p\d+(?:\.\d+)?=/;
const PERCENTILE_HEAD = /^\s*(?:[cs]?lat )?percentiles \((?<unit>[a-z]+)\)/;
const PERCENTILE_ROW = /^\s*\|\s+\d/;
const CPU = /^\s*cpu\s*: usr=(?<usr>[\d.]+)%, sys=(?<sys>[\d.]+)%, ctx=(?<ctx>\d+)/;
/** Percentiles that people compare; fio prints seventeen. */
const PERCENTILES = new Set(['50.00', '90.00', '95.00', '99.00', '99.90']);
/** Lines of a report that hold no figure anyone claims. */
const REST =
  /^\s*(?:lat \([mun]sec\)\s*:|IO depths\s*:|submit\s*:|complete\s*:|issued rwts|latency\s*: target|Run status group|Disk stats|Jobs: \d|Starting \d+ (?:thread|process)|fio-\d|\S+: \(g(?:roupid)?=\d+|\S+: ios=\d)/;

/**
 * Reports of fio, whole or cut down to the lines that matter. A status line counts only where no summary stands. Its
 * stdev spreads the commands of one run, so it is no error of the mean and is not read.
 */
export function readFio(passage: Passage): ToolOutput {
  const samples: Sample[] = [];
  const lines: number[] = [];
  let unit = '';
  let way = '';
  let lastSummary = -1;
  for (const [at, line] of passage.lines.entries()) {
    const text = line.text;
    unit = PERCENTILE_HEAD.exec(text)?.groups?.['unit'] ?? unit;
    const isRow = unit !== '' && PERCENTILE_ROW.test(text);
    if (!isRow && !PERCENTILE_HEAD.test(text)) unit = '';
    let found: readonly Sample[] | undefined;
    if (SUMMARY.test(text) || (at === lastSummary + 1 && PERCENTILE_LIST.test(text))) {
      found = summary(line, wayOf(text) ? '' : way);
      way = wayOf(text) || way;
      lastSummary = at;
    } else if (STATUS.test(text))
      found = at - lastSummary < STATUS_LINES && lastSummary >= 0 ? [] : status(line);
    else if (isRow) found = percentiles(line, unit, way);
    else
      found =
        averages(line, way) ?? cpu(line) ?? (REST.test(text) || PERCENTILE_HEAD.test(text) ? [] : undefined);
    if (found === undefined) continue;
    samples.push(...found);
    lines.push(line.number);
  }
  return { samples, lines };
}

/** A status line this near below a summary belongs to the same report. */
const STATUS_LINES = 40;

function wayOf(text: string): string {
  return /\b(?<way>read|write|trim)\s*:/i.exec(text)?.groups?.['way']?.toLowerCase() ?? '';
}

/** Every "NAME=amount" of a summary line, under the way it belongs to: "read: IOPS=1, BW=2  write: IOPS=3, BW=4". */
function summary(line: Line, above: string): readonly Sample[] {
  const samples: Sample[] = [];
  let way = above;
  for (const part of line.text.split(/[,\s](?=[A-Za-z]+(?: avg)?=|p[\d.]+=|(?:read|write|trim)\s*:)/i)) {
    way = wayOf(part) || way;
    const found = /(?<name>IOPS|BW|clat avg|lat avg|p[\d.]+|max)=\s*(?<amount>\S.*)$/i.exec(part)?.groups;
    const name = found?.['name'];
    if (name === undefined || name === 'max') continue;
    const sample = namedAmount(line, [way, name].join(' ').trim(), found?.['amount'] ?? '');
    if (sample) samples.push(sample);
  }
  return samples;
}

function namedAmount(line: Line, name: string, amount: string): Sample | undefined {
  const found = scanQuantity(amount, 0);
  if (!found) return undefined;
  const isRate = /\bIOPS$/i.test(name);
  if (!isRate && found.unit === '') return undefined;
  const figure = isRate
    ? figureOf({ ...found, unit: 'IOPS', base: found.value, baseUnit: '1/s' })
    : figureOf(found);
  return { line, name, figure, tool: 'fio', metric: isRate ? 'iops' : null, runs: null };
}

function status(line: Line): readonly Sample[] {
  const found = STATUS.exec(line.text)?.groups;
  const sample = namedAmount(line, `${(found?.['kind'] ?? '').toLowerCase()} BW`, found?.['rate'] ?? '');
  return sample ? [sample] : [];
}

function averages(line: Line, way: string): readonly Sample[] | undefined {
  const found = AVERAGES.exec(line.text)?.groups;
  const kind = found?.['kind'];
  if (kind === undefined) return undefined;
  const unit = found?.['unit'] ?? (kind.endsWith('iops') ? 'IOPS' : '');
  const name = `${/^(?:read|wri)/.test(kind) ? '' : `${way} `}${kind.replace(/\s+/g, ' ')} avg`;
  const metric: Metric | null = kind.endsWith('lat') ? 'latency' : null;
  const figure = inUnit(Number(found?.['avg']), unit);
  return figure ? [{ line, name: name.trim(), figure, tool: 'fio', metric, runs: null }] : [];
}

/** "|  1.00th=[  231],  5.00th=[  245], ...". */
function percentiles(line: Line, unit: string, way: string): readonly Sample[] {
  const samples: Sample[] = [];
  for (const part of line.text.split(',')) {
    const found = /(?<rank>\d{1,2}\.\d\d)th=\[\s*(?<value>\d+)\]/.exec(part)?.groups;
    if (!found || !PERCENTILES.has(found['rank'] ?? '')) continue;
    const figure = inUnit(Number(found['value']), unit);
    const name = `${way} p${Number(found['rank'])}`.trim();
    if (figure) samples.push({ line, name, figure, tool: 'fio', metric: 'latency', runs: null });
  }
  return samples;
}

function cpu(line: Line): readonly Sample[] | undefined {
  const ctx = CPU.exec(line.text)?.groups?.['ctx'];
  if (ctx === undefined) return undefined;
  const figure = figureOf({
    value: Number(ctx),
    unit: 'context switches',
    base: Number(ctx),
    baseUnit: '1',
    asWritten: ctx,
  });
  return [{ line, name: 'context switches', figure, tool: 'fio', metric: 'other', runs: null }];
}

function inUnit(value: number, unit: string): Sample['figure'] | undefined {
  const meaning = unitSpelling(unit);
  if (!meaning || !Number.isFinite(value)) return undefined;
  return figureOf({
    value,
    unit,
    base: value * meaning.factor,
    baseUnit: meaning.base,
    asWritten: String(value),
  });
}
