import type { Report } from '../report.ts';
import { driverWords, readFrom, refusalLines } from './tree-words.ts';
import { visible } from './visible.ts';

type Model = NonNullable<Report['model']>;
type Hcd = Model['before'];

/** The giveback path before and after the series, one property a line; says so when nothing of it is modelled. */
export function givebackLines(model: Report['model']): string[] {
  if (model === null) return ['no change to a modelled host controller or class driver was recognised'];
  const rows = [
    ...pathRows(model),
    ...otherRows(model),
    ['hazards', hazardWords(model)],
    ...sourceRows(model),
  ];
  const driver = visible(model.driver);
  return rows.map(([name = '', value = ''], index) => {
    const margin = index === 0 ? driver : ' '.repeat(driver.length);
    return `${margin}   ${name.padEnd(13)} ${value}`;
  });
}

function sourceRows(model: Model): string[][] {
  const stand = driverWords(model);
  return [
    ['read from', readFrom(model)],
    ...refusalLines(model).map((line) => ['refused', line]),
    ...(stand === null ? [] : [[model.before.gadget === undefined ? 'host driver' : 'controller', stand]]),
  ];
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
    ['isoc events', isocWords(before), isocWords(after)],
    ['UVC header', before.uvcHeader ?? '', after.uvcHeader ?? ''],
    ...gadgetRows(before, after),
    ['byte limits', onOff(before.byteQueueLimits), onOff(after.byteQueueLimits)],
  ];
  const changed = rows.filter(([, from, to]) => from !== to);
  return [
    ...changed.map(([name = '', from = '', to = '']) => [name, change(from, to)]),
    ...unmodelled.map(({ file, why }) => ['not modelled', `${visible(file)}: ${visible(why)}`]),
  ];
}

/** What is played on a device controller, as far as a series changes it. */
function gadgetRows({ gadget: before }: Hcd, { gadget: after }: Hcd): string[][] {
  if (before === undefined || after === undefined) return [];
  return [
    ['fsg buffers', `${before.storageBuffers}`, `${after.storageBuffers}`],
    ['fsg buflen', `${before.storageBufferBytes}`, `${after.storageBufferBytes}`],
    ['qmult', `${before.etherQmult}`, `${after.etherQmult}`],
    ['throttled', onOff(before.isEtherThrottled), onOff(after.isEtherThrottled)],
  ];
}

function onOff(isOn: boolean | undefined): string {
  return isOn === true ? 'on' : 'off';
}

function isocWords({ irq: { isocEvents } }: Hcd): string {
  if (isocEvents === undefined) return '';
  const { every, least } = isocEvents;
  return every === null ? 'the last of an URB interrupts' : `one of ${every} interrupts, at most of ${least}`;
}

function change(from: string, to: string): string {
  return from === to ? from : `${from}  →  ${to}`;
}

function hazardWords({ hazards }: Model): string {
  return hazards.length === 0
    ? 'none'
    : hazards.map(({ kind, severity }) => `${kind} (${severity})`).join(', ');
}
