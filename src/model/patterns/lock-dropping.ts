import { type CCall, type CCode, depthStep, findCalls, functionAround } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import { GIVEBACK_CALLS, LOCK_CALLS, lockName, UNLOCK_CALLS } from '../lock-calls.ts';
import { type HunkSides, lineAt, type Side, sectionName } from '../patch-sides.ts';
import { type Found, type FoundChange, pairSites, type SimulatedPattern, type Site } from '../pattern.ts';

/** Tokens on either side of a giveback that are searched for its lock: a drop is a few lines long. */
const WINDOW = 400;
const LOCKING: ReadonlySet<string> = new Set([...LOCK_CALLS, ...UNLOCK_CALLS]);

/** A giveback and the lock that is let go around it. */
export interface LockDrop {
  readonly lock: string;
  readonly unlock: CCall;
  readonly relock: CCall;
}

interface GivebackSite extends Site {
  readonly side: Side;
  readonly call: CCall;
  readonly drop: LockDrop | null;
}

/**
 * The driver's lock dropped around the giveback: unlock, giveback and lock of the same lock, in this order and on one
 * path. Source: usb-model, P02 and P03; tools/cocci/giveback-dropped.cocci
 */
export const lockDropping: SimulatedPattern = {
  codes: ['P02', 'P03'],
  what: "the driver's lock dropped around the giveback",
  sets: 'giveback.lockDropped',
  effect: 'two lock operations for each URB, and the chance that another CPU takes the lock in between',
  hazards: ['H1', 'H4', 'H5'],
  find: findLockDropping,
};

function findLockDropping(hunks: readonly HunkSides[]): Found {
  const before = hunks.flatMap((hunk) => sitesOf(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => sitesOf(hunk, hunk.after));
  const changed = pairSites(before, after)
    .filter(([from, to]) => from.state !== to.state)
    .filter((pair) => !isElsewhere(pair, hunks));
  return {
    changes: changed.map(([from, to]) => changeAt(from.drop === null ? to : from)),
    explained: new Set(changed.flatMap(([from, to]) => [...lockTokens(from), ...lockTokens(to)])),
  };
}

/** Whether the patch puts the same kind of drop somewhere else: then the lock may be let go by a caller, say. */
function isElsewhere(
  [from, to]: readonly [GivebackSite, GivebackSite],
  hunks: readonly HunkSides[],
): boolean {
  const own = from.drop ?? to.drop;
  const other = from.drop === null ? 'before' : 'after';
  const lock = own?.unlock.args[0];
  return hunks.some((hunk) =>
    findCalls(hunk[other].code, UNLOCK_CALLS).some(
      ({ at, args }) => args[0] === lock && lineAt(hunk[other], at).isChanged,
    ),
  );
}

/** Each giveback in a side's code, with the drop around it; null where the lock is kept, or a call is out of sight. */
export function findDrops(code: CCode): { readonly call: CCall; readonly drop: LockDrop | null }[] {
  const locking = findCalls(code, LOCKING);
  return findCalls(code, GIVEBACK_CALLS).map((call) => ({ call, drop: dropAround(code, call, locking) }));
}

function dropAround(code: CCode, giveback: CCall, locking: readonly CCall[]): LockDrop | null {
  const before = callsBetween(locking, giveback.at - WINDOW, giveback.at).toReversed();
  const after = callsBetween(locking, giveback.end, giveback.end + WINDOW);
  const settled = new Set<string>();
  for (const unlock of before) {
    const lock = unlock.args[0] ?? '';
    const relock = after.find(({ args }) => args[0] === lock);
    if (!settled.has(lock) && relock && isDrop(code, { unlock, giveback, relock }))
      return { lock: lockName(lock), unlock, relock };
    settled.add(lock);
  }
  return null;
}

interface Sequence {
  readonly unlock: CCall;
  readonly giveback: CCall;
  readonly relock: CCall;
}

/** Whether these three follow each other on every way: unlock, giveback, lock. */
function isDrop(code: CCode, { unlock, giveback, relock }: Sequence): boolean {
  return (
    UNLOCK_CALLS.has(unlock.name) &&
    LOCK_CALLS.has(relock.name) &&
    isStatement(code, unlock.at) &&
    isStatement(code, relock.at) &&
    runsThrough(code, unlock.end, giveback.at) &&
    joins(code, giveback.end, relock.at)
  );
}

function sitesOf(hunk: HunkSides, side: Side): GivebackSite[] {
  return findDrops(side.code).map(({ call, drop }) => {
    const around = functionAround(side.code, call.at) ?? sectionName(hunk.section) ?? '';
    return { subject: `${around}/${call.name}`, state: drop !== null, hunk, at: call.at, side, call, drop };
  });
}

function changeAt(site: GivebackSite): FoundChange {
  const isAdded = site.side === site.hunk.after;
  const line = lineAt(site.side, site.drop?.unlock.at ?? site.at);
  const lock = site.drop?.lock ?? '';
  const states = [`${lock} dropped around ${site.call.name}()`, `${lock} held across ${site.call.name}()`];
  const [from = '', to = ''] = isAdded ? states.reverse() : states;
  return {
    kind: isAdded ? 'lock-drop-added' : 'lock-drop-removed',
    from,
    to,
    file: site.hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: site.subject,
  };
}

/** The unlock and the lock with their semicolons. */
function lockTokens({ side, drop }: GivebackSite): CToken[] {
  if (drop === null) return [];
  return [drop.unlock, drop.relock].flatMap(({ at, end }) => side.code.tokens.slice(at, end + 1));
}

/** A call that no `if` or `else` stands before. */
function isStatement({ tokens }: CCode, at: number): boolean {
  const before = tokens[at - 1]?.text ?? ';';
  return before === ';' || before === '{' || before === '}' || before === ':';
}

/** The calls, which are in order, whose names stand in that range. */
function callsBetween(calls: readonly CCall[], from: number, to: number): CCall[] {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((calls[middle]?.at ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const found: CCall[] = [];
  for (let call = calls[low]; call !== undefined && call.at < to; call = calls[low]) {
    found.push(call);
    low += 1;
  }
  return found;
}

/** Whether the block that `from` stands in is still open at `to`: what ran at `from` has run at `to`. */
function runsThrough({ tokens }: CCode, from: number, to: number): boolean {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    depth += depthStep(tokens[at]?.text ?? '');
    if (depth < 0) return false;
  }
  return true;
}

/** Whether what stands at `to` is in the block of `from` or in one around it: whoever was at `from` gets there. */
function joins({ tokens }: CCode, from: number, to: number): boolean {
  let depth = 0;
  let lowest = 0;
  for (let at = from; at < to; at += 1) {
    depth += depthStep(tokens[at]?.text ?? '');
    lowest = Math.min(lowest, depth);
  }
  return depth === lowest;
}
