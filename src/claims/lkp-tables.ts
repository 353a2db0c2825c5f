import { readNumberAt } from '../units/number.ts';
import { unitSpelling } from '../units/unit-spellings.ts';
import type { Metric, Stated } from './claim.ts';
import { type Draft, type DraftSide, measuredDraft } from './draft.ts';
import type { Line } from './passage.ts';
import { titlesAt, type View } from './view.ts';

const HEAD = /%stddev\s+%change\s+%stddev/;
/** "   14936 ±  3%     -14.4%      12784        will-it-scale.per_thread_ops". */
const ROW =
  /^(?<before>\d[\d.,e+]{0,20})(?: {0,4}\u00b1 {0,4}(?<dev>\d{1,4})%)? {1,20}(?<change>[+-]\d[\d.]{0,12})(?<percent>%?) {1,20}(?<after>\d[\d.,e+]{0,20})(?: {0,4}\u00b1 {0,4}(?<dev2>\d{1,4})%)? {1,20}(?<name>[A-Za-z][\w./%|-]{3,80})$/;
const ROWS_MAX = 400;

/** Comparison tables of the kernel test robot: the state before stands left, the commit right, the metric last. */
export function readLkpTables(view: View): readonly Draft[] {
  const drafts: Draft[] = [];
  let head: Line | undefined;
  for (const line of view.lines) {
    if (HEAD.test(line.text)) head = line;
    const row =
      head && drafts.length < ROWS_MAX ? ROW.exec(line.text.slice(0, 200).trim())?.groups : undefined;
    if (head && row) drafts.push(rowDraft(view, head, line, row));
  }
  return drafts;
}

function rowDraft(
  view: View,
  head: Line,
  line: Line,
  row: Readonly<Record<string, string | undefined>>,
): Draft {
  const name = row['name'] ?? '';
  const { unit, metric } = unitOf(name);
  const meaning = unitSpelling(unit) ?? { base: '1', factor: 1 };
  const side = (amount: string | undefined, deviation: string | undefined, label: string): DraftSide => {
    const value = readNumberAt(amount ?? '', 0)?.value ?? Number.NaN;
    const error = deviation === undefined ? null : (value * Number(deviation)) / 100;
    return { label, value, base: value * meaning.factor, error, isRange: false, runs: null, line };
  };
  const change = Number(row['change']);
  return measuredDraft({
    passage: view,
    line,
    quantity: name,
    unit,
    baseUnit: meaning.base,
    sides: [side(row['before'], row['dev'], 'base commit'), side(row['after'], row['dev2'], 'commit')],
    order: 'as-written',
    titles: titlesAt(view, head.number),
    block: `${view.letter}:${head.number}`,
    metric,
    better: metric === 'other' ? null : undefined,
    // Without its sign the change of a share is in points, which the two figures show by themselves.
    stated: row['percent'] === '' ? null : statedChange(change, line),
    tools: ['lkp'],
  });
}

function statedChange(change: number, line: Line): Stated {
  const text = line.text.trim().slice(0, 200);
  return { percent: Math.abs(change), factor: null, direction: change < 0 ? 'down' : 'up', text };
}

/** The robot writes the unit into the name of the metric, if anywhere. */
function unitOf(name: string): { readonly unit: string; readonly metric: Metric | null } {
  if (name.startsWith('perf-profile.')) return { unit: '%', metric: 'cpu-share' };
  const last = name.split('.').at(-1) ?? '';
  const [, rate = ''] = /_(?<rate>[KMG]bps|tps)$/.exec(last) ?? [];
  if (rate !== '') return { unit: rate, metric: rate === 'tps' ? 'other' : 'throughput' };
  const [, spelled = ''] = /_(?<unit>[KMG]B(?:ps|_per_sec)|seconds|time|us|ms|ns)$/.exec(last) ?? [];
  if (/MBps$/.test(spelled)) return { unit: 'MBps', metric: 'throughput' };
  if (/_per_sec$/.test(spelled)) return { unit: `${spelled.slice(0, 2)}/s`, metric: 'throughput' };
  if (/^(?:us|ms|ns)$/.test(spelled)) return { unit: spelled, metric: 'time' };
  if (/iops$/i.test(last)) return { unit: 'IOPS', metric: 'iops' };
  if (/^(?:\w+_)?ops$|_ops_per_sec$/.test(last)) return { unit: 'ops', metric: 'other' };
  return { unit: last, metric: 'other' };
}
