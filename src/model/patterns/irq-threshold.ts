import type { HunkSides, Side } from '../patch-sides.ts';
import type { SimulatedPattern } from '../pattern.ts';
import { findIntervals, type IntervalSite } from './interval-change.ts';

/** Its value is the power of two of this many nanoseconds, a microframe. Source: Linux 6.1, drivers/usb/host/ehci-hcd.c */
const MICROFRAME_NS = 125_000;
const NAME = 'log2_irq_thresh';
const LOG2_MAX = 6;

/** How many microframes an EHCI waits with an interrupt, set to another number. Source: usb-model, P19 */
export const irqThreshold: SimulatedPattern = {
  codes: ['P19'],
  what: 'interrupt threshold of an EHCI',
  sets: 'irq.moderationNs',
  effect: 'no more interrupts than one in each interval, and up to an interval of delay for each completion',
  hazards: [],
  find: (hunks) => findIntervals(hunks, thresholds),
};

/** Every `log2_irq_thresh = N` with a plain number; `at` is the number. */
function thresholds(hunk: HunkSides, side: Side): IntervalSite[] {
  const { tokens } = side.code;
  return tokens.flatMap(({ text }, at) => {
    const isValue = tokens[at - 1]?.text === '=' && tokens[at - 2]?.text === NAME && /^[0-9]$/.test(text);
    if (!isValue || Number(text) > LOG2_MAX) return [];
    return [{ subject: NAME, state: true, hunk, at, side, ns: MICROFRAME_NS * 2 ** Number(text) }];
  });
}
