import { functionAround } from '../c-calls.ts';
import { type HunkSides, type Side, sectionName } from '../patch-sides.ts';
import type { SimulatedPattern } from '../pattern.ts';
import { findIntervals, type IntervalSite } from './interval-change.ts';

/** dwc3 in device mode counts in units of its register. Source: drivers/usb/dwc3/core.h of Linux 6.1, imod_interval */
const DWC3 = 'drivers/usb/dwc3/';
const DWC3_UNIT_NS = 250;

/** The interval an xHC waits between two interrupts, set to another number. Source: usb-model, P18 */
export const moderation: SimulatedPattern = {
  codes: ['P18'],
  what: 'interrupt moderation of an xHC',
  sets: 'irq.moderationNs',
  effect: 'no more interrupts than one in each interval, and up to an interval of delay for each completion',
  hazards: [],
  find: (hunks) => findIntervals(hunks, assignments),
};

/** Every `imod_interval = N` with a plain number; `at` is the number. */
function assignments(hunk: HunkSides, side: Side): IntervalSite[] {
  const { tokens } = side.code;
  return tokens.flatMap(({ kind, text }, at) => {
    const isValue =
      kind === 'number' && tokens[at - 1]?.text === '=' && tokens[at - 2]?.text === 'imod_interval';
    if (!isValue || !/^\d+$/.test(text)) return [];
    const around = functionAround(side.code, at) ?? sectionName(hunk.section) ?? hunk.path;
    return [
      {
        subject: `${hunk.path}: ${around}`,
        state: true,
        hunk,
        at,
        side,
        ns: Number(text) * unitNs(hunk.path),
      },
    ];
  });
}

function unitNs(path: string): number {
  return path.startsWith(DWC3) ? DWC3_UNIT_NS : 1;
}
