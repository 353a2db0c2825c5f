import type { Passage } from './passage.ts';
import { LEAD_MAX, ROOT } from './perf-lines.ts';
import { figureOf, type Sample, type ToolOutput } from './sample.ts';

/** "    12.31%  swapper          [kernel.kallsyms]  [k] _raw_spin_lock_irqsave". */
const ROW = /^\s*(?<share>\d{1,3}\.\d\d)%\s+(?!\d)\S.{0,100}?\[[k.]\]\s+(?<symbol>[\w.:~]{2,90})\s*$/;

/** Functions of a flat profile as perf report prints them without call graphs: the share of samples of each. */
export function readPerfFlat(passage: Passage): ToolOutput {
  const samples = passage.lines.flatMap((line): readonly Sample[] => {
    const text = line.text.slice(0, 220);
    const found = ROOT.test(text.slice(0, LEAD_MAX)) ? undefined : ROW.exec(text)?.groups;
    if (!found) return [];
    const value = Number(found['share']);
    const figure = figureOf({ value, unit: '%', base: value, baseUnit: '%', asWritten: `${value}` });
    return [{ line, name: found['symbol'] ?? '', figure, tool: 'perf', metric: 'cpu-share', runs: null }];
  });
  return { samples, lines: samples.map((sample) => sample.line.number) };
}
