import { type IrqsOffWindow, irqsOffWindows } from '../simulator/irqs-off-windows.ts';
import { medianPlay } from './median-play.ts';
import type { Play } from './play-draws.ts';
import type { IrqsOffSide, IrqsOffTimeline } from './replay.ts';

/**
 * When the interrupted core has its interrupts off, before and after, at the middle of the priors: a short stretch of
 * one run of each side, from the interrupt that keeps them off longest before the change. The other side is shown from
 * the interrupt of the same number. null when the middle of the priors can not be played.
 */
export function irqsOffTimeline(play: Play): IrqsOffTimeline | null {
  const median = medianPlay(play);
  if (median === null) return null;
  const runs = { before: irqsOffWindows(median.before), after: irqsOffWindows(median.after) };
  const number = indexOfLongest(interruptsOf(runs.before));
  const { timelineSpanNs, timelineLongestTimes, timelineWindowsMost } = play.settings.limits;
  const before = fromInterrupt(runs.before, number);
  const after = fromInterrupt(runs.after, number);
  const longestNs = longestNsOf(runs.before);
  const reaches = [before, after].map((all) => reachNs(all, timelineWindowsMost));
  const spanNs = Math.min(timelineSpanNs, timelineLongestTimes * longestNs, ...reaches);
  return {
    spanNs,
    before: { longestNs, windows: within(before, spanNs) },
    after: { longestNs: longestNsOf(runs.after), windows: within(after, spanNs) },
  };
}

function interruptsOf(windows: readonly IrqsOffWindow[]): readonly IrqsOffWindow[] {
  return windows.filter(({ context }) => context === 'hardirq');
}

function lengthNs({ startNs, endNs }: IrqsOffWindow): number {
  return endNs - startNs;
}

function longestNsOf(windows: readonly IrqsOffWindow[]): number {
  return Math.max(0, ...windows.map(lengthNs));
}

function indexOfLongest(windows: readonly IrqsOffWindow[]): number {
  return windows.map(lengthNs).indexOf(longestNsOf(windows));
}

/** The windows from one interrupt on, counted from its beginning; the last interrupt where there are not so many. */
function fromInterrupt(windows: readonly IrqsOffWindow[], number: number): readonly IrqsOffWindow[] {
  const interrupts = interruptsOf(windows);
  const first = interrupts[Math.min(number, interrupts.length - 1)];
  if (first === undefined) return [];
  const fromNs = first.startNs;
  return windows
    .filter((window) => window.startNs >= fromNs && lengthNs(window) > 0)
    .map(({ startNs, endNs, context }) => ({ startNs: startNs - fromNs, endNs: endNs - fromNs, context }));
}

/** Up to where all windows can be shown. */
function reachNs(windows: readonly IrqsOffWindow[], most: number): number {
  return windows[most]?.startNs ?? Number.POSITIVE_INFINITY;
}

/** A window that is still open where the stretch ends, ends there. */
function within(windows: readonly IrqsOffWindow[], spanNs: number): IrqsOffSide['windows'] {
  return windows
    .filter(({ startNs }) => startNs < spanNs)
    .map((window) => ({ ...window, endNs: Math.min(window.endNs, spanNs) }));
}
