import { codeOf, findCalls } from './c-calls.ts';
import type { CToken } from './c-tokens.ts';
import type { Figure } from './hcd-profile.ts';
import type { SourceText } from './known-sources.ts';

const NONE: Figure = { value: 0, unit: 'ms', source: 'no such delay in the sources' };
/** dwc2: a macro that holds the time. */
const MACRO = /^#define\s+\w*UNRESERVE_DELAY\s/;
/** ehci: a table of times, indexed by an enumeration in which this is one name. */
const EVENT = /_START_UNLINK_INTR$/;
const TABLE = 'event_delays_ns[] = {';
const ENUMERATION = 'hrtimer_event {';
const MS_OF: Readonly<Record<string, number>> = { NSEC_PER_USEC: 0.001, NSEC_PER_MSEC: 1 };
/** Lines of a table or an enumeration. */
const LINES_MAX = 100;

/**
 * How long an interrupt or isochronous endpoint without URBs keeps its place in the schedule, milliseconds. Under
 * HCD_BH its queue is empty between complete() and the next URB, and without a delay its bandwidth would be given away.
 * Source: usb-model, sections 1.2 and 1.4; drivers/usb/dwc2/hcd_queue.c, drivers/usb/host/ehci-timer.c
 */
export function lingerIn(files: readonly SourceText[]): Figure {
  return macroIn(files) ?? tableIn(files) ?? NONE;
}

function macroIn(files: readonly SourceText[]): Figure | null {
  for (const { path, text } of files) {
    if (!text.includes('UNRESERVE_DELAY')) continue;
    const lines = text.split('\n');
    const index = lines.findIndex((line) => MACRO.test(line));
    const [call] = findCalls(codeOf([lines[index] ?? '']), new Set(['msecs_to_jiffies']));
    const ms = Number(call?.args[0]);
    if (Number.isInteger(ms)) return { value: ms, unit: 'ms', source: `${path}:${index + 1}` };
  }
  return null;
}

function tableIn(files: readonly SourceText[]): Figure | null {
  const names = files.flatMap((file) => entriesBehind(file, ENUMERATION));
  const delays = files.flatMap((file) => entriesBehind(file, TABLE));
  const place = names.findIndex(({ tokens: [name] }) => EVENT.test(name?.text ?? ''));
  const entry = delays[place];
  const [count, , unit] = entry?.tokens ?? [];
  const ms = Number(count?.text) * (MS_OF[unit?.text ?? ''] ?? Number.NaN);
  return entry === undefined || Number.isNaN(ms) ? null : { value: ms, unit: 'ms', source: entry.source };
}

interface Entry {
  readonly tokens: readonly CToken[];
  readonly source: string;
}

/** What stands between the commas behind `head`, up to the brace that closes. */
function entriesBehind({ path, text }: SourceText, head: string): Entry[] {
  if (!text.includes(head)) return [];
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.includes(head)) + 1;
  const { tokens } = codeOf(lines.slice(first, first + LINES_MAX));
  const end = tokens.findIndex((token) => token.text === '}');
  const entries: CToken[][] = [[]];
  for (const token of tokens.slice(0, Math.max(end, 0)))
    if (token.text === ',') entries.push([]);
    else entries.at(-1)?.push(token);
  return entries.map((own) => ({ tokens: own, source: `${path}:${first + 1 + (own[0]?.line ?? 0)}` }));
}
