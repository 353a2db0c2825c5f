import type { Report } from '../report.ts';
import { visible } from './visible.ts';

type Model = NonNullable<Report['model']>;
type Hcd = Model['before'];

/** Where the giveback path was read, to end "read from …". */
export const READ_FROM = {
  tree: 'the source tree',
  diff: 'the diff alone (no tree given)',
  text: 'the text (no diff in the thread)',
} as const satisfies Record<Model['source'], string>;

/** The giveback path before and after the series, one property a line; says so when nothing of it is modelled. */
export function givebackLines(model: Report['model']): string[] {
  if (model === null) return ['no change to a modelled host controller or class driver was recognised'];
  const rows = [...pathRows(model), ...otherRows(model), ['hazards', hazardWords(model)]];
  const driver = visible(model.driver);
  return [...rows, ['read from', READ_FROM[model.source]]].map(([name = '', value = ''], index) => {
    const margin = index === 0 ? driver : ' '.repeat(driver.length);
    return `${margin}   ${name.padEnd(13)} ${value}`;
  });
}

function pathRows({ before, after }: Model): string[][] {
  return [
    ['giveback', change(describePath(before), describePath(after))],
    ['HCD_BH', change(before.hcdBh ? 'on' : 'off', after.hcdBh ? 'on' : 'off')],
  ];
}

function describePath(hcd: Hcd): string {
  const lock = hcd.giveback.lockDropped ? `${hcd.giveback.lock} dropped` : `${hcd.giveback.lock} kept`;
  return `${hcd.giveback.context}, ${visible(lock)}`;
}

function otherRows({ before, after, unmodelled }: Model): string[][] {
  const rows = [
    ['interrupt', before.irq.type, after.irq.type],
    ['buffers', before.buffers.kind, after.buffers.kind],
    ['locks per skb', `${before.skbLockPairs}`, `${after.skbLockPairs}`],
  ];
  const changed = rows.filter(([, from, to]) => from !== to);
  return [
    ...changed.map(([name = '', from = '', to = '']) => [name, change(from, to)]),
    ...unmodelled.map(({ file, why }) => ['not modelled', `${visible(file)}: ${visible(why)}`]),
  ];
}

function change(from: string, to: string): string {
  return from === to ? from : `${from}  →  ${to}`;
}

function hazardWords({ hazards }: Model): string {
  return hazards.length === 0
    ? 'none'
    : hazards.map(({ kind, severity }) => `${kind} (${severity})`).join(', ');
}
