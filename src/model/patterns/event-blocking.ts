import { functionAround } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import { type HunkSides, lineAt, type Side, sectionName } from '../patch-sides.ts';
import { type Found, type FoundChange, pairSites, type SimulatedPattern, type Site } from '../pattern.ts';

const QUIRK = 'XHCI_AVOID_BEI';
const ENDS = new Set([';', '{', '}', ',']);
/** Names of the packets from one interrupt to the next, and of the fewest there may be. */
const INTERVALS: Readonly<Record<string, 'bei-interval-changed' | 'bei-minimum-changed'>> = {
  isoc_bei_interval: 'bei-interval-changed',
  AVOID_BEI_INTERVAL_MAX: 'bei-interval-changed',
  AVOID_BEI_INTERVAL_MIN: 'bei-minimum-changed',
};
const PACKETS = /^[1-9]\d{0,3}$/;

/**
 * An xHC that blocks the events of isochronous packets or no longer does, or that interrupts at another count of them.
 * Source: usb-model, P24; Linux 6.1, drivers/usb/host/xhci-ring.c, trb_block_event_intr()
 */
export const eventBlocking: SimulatedPattern = {
  codes: ['P24'],
  what: 'interrupts of isochronous packets',
  sets: 'irq.isocEvents',
  effect: 'one interrupt for each so many packets of an URB instead of one for the URB',
  hazards: [],
  find: (hunks) => merged([findQuirks(hunks), findIntervals(hunks)]),
};

function merged(founds: readonly Found[]): Found {
  return {
    changes: founds.flatMap(({ changes }) => changes),
    explained: new Set(founds.flatMap(({ explained }) => [...explained])),
  };
}

/** The statement or the initializer that sets the quirk, or clears it. */
interface Quirk {
  readonly hunk: HunkSides;
  readonly side: Side;
  readonly at: number;
  readonly sets: boolean;
  readonly own: readonly CToken[];
}

/** Where every changed line with the quirk sets or clears it, and as a whole the one or the other is left over. */
function findQuirks(hunks: readonly HunkSides[]): Found {
  const before = hunks.flatMap((hunk) => quirksOn(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => quirksOn(hunk, hunk.after));
  const known = [...before, ...after].filter((quirk) => quirk !== null);
  const nothing = { changes: [], explained: new Set<CToken>() };
  if (known.length === 0 || known.length < before.length + after.length) return nothing;
  const gained = known.map(({ side, hunk, sets }) => (side === hunk.after ? 1 : -1) * (sets ? 1 : -1));
  const sum = gained.reduce((total, one) => total + one, 0);
  const telling = known[gained.indexOf(Math.sign(sum))];
  if (sum === 0 || telling === undefined || gained.some((one) => one !== Math.sign(sum))) return nothing;
  return { changes: [changeOf(telling, sum > 0)], explained: new Set(known.flatMap(({ own }) => own)) };
}

/** null for a changed line that does something else with it. */
function quirksOn(hunk: HunkSides, side: Side): (Quirk | null)[] {
  const { tokens } = side.code;
  return tokens.flatMap(({ text }, at) => {
    if (text !== QUIRK || !lineAt(side, at).isChanged) return [];
    const sets = setsAt(tokens, at);
    return [sets === null ? null : { hunk, side, at, sets, own: ownTokens(tokens, at) }];
  });
}

/** `quirks |= Q`, `.quirks = A | Q` set it, `quirks &= ~Q` clears it; what tests it does neither. */
function setsAt(tokens: readonly CToken[], at: number): boolean | null {
  const words = statementBefore(tokens, at).map(({ text }) => text);
  const isOfQuirks = words.includes('quirks') && !words.includes('(');
  if (!isOfQuirks) return null;
  if (words.at(-1) === '~' && words.includes('&=')) return false;
  return ['|=', '='].some((sign) => words.includes(sign)) && ['|=', '=', '|'].includes(words.at(-1) ?? '')
    ? true
    : null;
}

function statementBefore(tokens: readonly CToken[], at: number): readonly CToken[] {
  const start = tokens.slice(0, at).findLastIndex(({ text }) => ENDS.has(text) || text === ')');
  return tokens.slice(start + 1, at);
}

/** The whole statement when it does nothing else, or the quirk with the sign that joins it. */
function ownTokens(tokens: readonly CToken[], at: number): readonly CToken[] {
  const before = statementBefore(tokens, at);
  const isJoined = before.at(-1)?.text === '|' || tokens[at + 1]?.text === '|';
  if (!isJoined) return [...before, ...tokens.slice(at, at + 2)];
  return before.at(-1)?.text === '|' ? tokens.slice(at - 1, at + 1) : tokens.slice(at, at + 2);
}

function changeOf({ hunk, side, at }: Quirk, isUnblocked: boolean): FoundChange {
  const line = lineAt(side, at);
  const states = ['events of all but the last packet blocked', 'events of packets not blocked'];
  const [from = '', to = ''] = isUnblocked ? states : states.reverse();
  return {
    kind: isUnblocked ? 'events-unblocked' : 'events-blocked',
    from,
    to,
    file: hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: QUIRK,
  };
}

interface IntervalSite extends Site {
  readonly side: Side;
  readonly kind: 'bei-interval-changed' | 'bei-minimum-changed';
  readonly packets: number;
}

/** The same number in the same place, set to another. */
function findIntervals(hunks: readonly HunkSides[]): Found {
  const before = hunks.flatMap((hunk) => intervalsOn(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => intervalsOn(hunk, hunk.after));
  const changed = pairSites(before, after).filter(([from, to]) => from.packets !== to.packets);
  return {
    changes: changed.map(([from, to]) => ({
      kind: to.kind,
      from: `${from.packets} packets`,
      to: `${to.packets} packets`,
      file: to.hunk.path,
      line: lineAt(to.side, to.at).number,
      evidence: lineAt(to.side, to.at).text.trim(),
      subject: to.subject,
    })),
    explained: new Set(changed.flat().flatMap(({ side, at }) => side.code.tokens.slice(at, at + 1))),
  };
}

/** `isoc_bei_interval = N`, `#define AVOID_BEI_INTERVAL_MAX N`, and `i % N` of trb_block_event_intr(). */
function intervalsOn(hunk: HunkSides, side: Side): IntervalSite[] {
  const { tokens } = side.code;
  return tokens.flatMap(({ text }, at) => {
    if (!PACKETS.test(text)) return [];
    const [twoBefore = '', before = ''] = tokens.slice(Math.max(0, at - 2), at).map((token) => token.text);
    const name = before === '=' ? twoBefore : twoBefore === 'define' ? before : '';
    const around = functionAround(side.code, at) ?? sectionName(hunk.section);
    const isRest = before === '%' && around === 'trb_block_event_intr';
    const kind = isRest ? 'bei-interval-changed' : INTERVALS[name];
    const subject = isRest ? 'trb_block_event_intr' : name;
    return kind === undefined ? [] : [{ subject, state: true, hunk, at, side, kind, packets: Number(text) }];
  });
}
