import { type CCall, type CCode, depthStep, findCalls, functionAround } from './c-calls.ts';
import type { CToken } from './c-tokens.ts';
import { type HunkSides, lineAt, type Side, sectionName } from './patch-sides.ts';
import { type Found, type FoundChange, type Pattern, pairSites, type Site } from './pattern.ts';

const GIVEBACK = new Set(['usb_hcd_giveback_urb', 'usb_gadget_giveback_request']);
const UNLOCK = new Set(['spin_unlock', 'spin_unlock_irq', 'spin_unlock_irqrestore', 'raw_spin_unlock']);
const LOCK = new Set(['spin_lock', 'spin_lock_irq', 'spin_lock_irqsave', 'raw_spin_lock']);

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
export const lockDropping: Pattern = { code: 'P02', find: findLockDropping };

function findLockDropping(hunks: readonly HunkSides[]): Found {
  const before = hunks.flatMap((hunk) => sitesOf(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => sitesOf(hunk, hunk.after));
  const changed = pairSites(before, after).filter(([from, to]) => from.state !== to.state);
  return {
    changes: changed.map(([from, to]) => changeAt(from.drop === null ? to : from)),
    explained: new Set(changed.flatMap(([from, to]) => [...lockTokens(from), ...lockTokens(to)])),
  };
}

/** The drop around a giveback call; null when the lock is kept, or when one of its calls is out of sight. */
export function dropAround(code: CCode, giveback: CCall): LockDrop | null {
  const unlocks = findCalls(code, UNLOCK).filter(({ at }) => at < giveback.at && isStatement(code, at));
  const relocks = findCalls(code, LOCK).filter(({ at }) => at > giveback.at && isStatement(code, at));
  for (const unlock of unlocks.reverse()) {
    const lock = unlock.args[0] ?? '';
    const relock = relocks.find(({ args }) => args[0] === lock);
    if (!relock || isRelocked(code, unlock, giveback) || isUnlocked(code, giveback, relock)) continue;
    if (runsThrough(code, unlock.end, giveback.at) && joins(code, giveback.end, relock.at))
      return { lock: withoutBlanks(lock), unlock, relock };
  }
  return null;
}

function sitesOf(hunk: HunkSides, side: Side): GivebackSite[] {
  return findCalls(side.code, GIVEBACK).map((call) => {
    const drop = dropAround(side.code, call);
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

function isRelocked(code: CCode, unlock: CCall, giveback: CCall): boolean {
  return hasCall(code, LOCK, unlock, giveback, unlock.args[0]);
}

function isUnlocked(code: CCode, giveback: CCall, relock: CCall): boolean {
  return hasCall(code, UNLOCK, giveback, relock, relock.args[0]);
}

function hasCall(code: CCode, names: ReadonlySet<string>, from: CCall, to: CCall, lock = ''): boolean {
  return findCalls(code, names).some(({ at, args }) => at > from.at && at < to.at && args[0] === lock);
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

function withoutBlanks(lock: string): string {
  return lock.replace(/^& /, '').replaceAll(' ', '');
}
