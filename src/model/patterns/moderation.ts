import { functionAround } from '../c-calls.ts';
import { type HunkSides, lineAt, type Side, sectionName } from '../patch-sides.ts';
import { type Found, type FoundChange, pairSites, type SimulatedPattern, type Site } from '../pattern.ts';

interface Assignment extends Site {
  readonly side: Side;
  readonly ns: number;
}

/** The interval an xHC waits between two interrupts, set to another number. Source: usb-model, P18 */
export const moderation: SimulatedPattern = {
  codes: ['P18'],
  what: 'interrupt moderation of an xHC',
  sets: 'irq.moderationNs',
  effect: 'no more interrupts than one in each interval, and up to an interval of delay for each completion',
  hazards: [],
  find: findModeration,
};

function findModeration(hunks: readonly HunkSides[]): Found {
  const before = hunks.flatMap((hunk) => assignments(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => assignments(hunk, hunk.after));
  const changed = pairSites(before, after).filter(([from, to]) => from.ns !== to.ns);
  return {
    changes: changed.map(changeAt),
    explained: new Set(changed.flat().flatMap(({ side, at }) => side.code.tokens.slice(at, at + 1))),
  };
}

/** Every `imod_interval = N` with a plain number; `at` is the number. */
function assignments(hunk: HunkSides, side: Side): Assignment[] {
  const { tokens } = side.code;
  return tokens.flatMap(({ kind, text }, at) => {
    const isValue =
      kind === 'number' && tokens[at - 1]?.text === '=' && tokens[at - 2]?.text === 'imod_interval';
    if (!isValue || !/^\d+$/.test(text)) return [];
    const around = functionAround(side.code, at) ?? sectionName(hunk.section) ?? hunk.path;
    return [{ subject: `${hunk.path}: ${around}`, state: true, hunk, at, side, ns: Number(text) }];
  });
}

function changeAt([before, after]: readonly [Assignment, Assignment]): FoundChange {
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
