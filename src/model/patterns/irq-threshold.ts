import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import { type Found, type FoundChange, pairSites, type SimulatedPattern, type Site } from '../pattern.ts';

/** Its value is the power of two of this many nanoseconds, a microframe. Source: Linux 6.1, drivers/usb/host/ehci-hcd.c */
const MICROFRAME_NS = 125_000;
const NAME = 'log2_irq_thresh';
const LOG2_MAX = 6;

interface Threshold extends Site {
  readonly side: Side;
  readonly ns: number;
}

/** How many microframes an EHCI waits with an interrupt, set to another number. Source: usb-model, P19 */
export const irqThreshold: SimulatedPattern = {
  codes: ['P19'],
  what: 'interrupt threshold of an EHCI',
  sets: 'irq.moderationNs',
  effect: 'no more interrupts than one in each interval, and up to an interval of delay for each completion',
  hazards: [],
  find: findThreshold,
};

function findThreshold(hunks: readonly HunkSides[]): Found {
  const before = hunks.flatMap((hunk) => thresholds(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => thresholds(hunk, hunk.after));
  const changed = pairSites(before, after).filter(([from, to]) => from.ns !== to.ns);
  return {
    changes: changed.map(changeAt),
    explained: new Set(changed.flat().flatMap(({ side, at }) => side.code.tokens.slice(at, at + 1))),
  };
}

/** Every `log2_irq_thresh = N` with a plain number; `at` is the number. */
function thresholds(hunk: HunkSides, side: Side): Threshold[] {
  const { tokens } = side.code;
  return tokens.flatMap(({ text }, at) => {
    const isValue = tokens[at - 1]?.text === '=' && tokens[at - 2]?.text === NAME && /^[0-9]$/.test(text);
    if (!isValue || Number(text) > LOG2_MAX) return [];
    return [{ subject: NAME, state: true, hunk, at, side, ns: MICROFRAME_NS * 2 ** Number(text) }];
  });
}

function changeAt([before, after]: readonly [Threshold, Threshold]): FoundChange {
  const line = lineAt(after.side, after.at);
  return {
    kind: 'moderation-changed',
    from: `${before.ns} ns`,
    to: `${after.ns} ns`,
    file: after.hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: after.subject,
  };
}
