import { type CNode, childOf } from './c-syntax.ts';
import { followFlow } from './control-flow.ts';
import type { LockStyle } from './hcd-profile.ts';
import { GIVEBACK_CALLS, LOCK_CALLS, lockName, UNLOCK_CALLS } from './lock-calls.ts';

/** A giveback in a function, and what becomes of a lock around it. `lock` is null when the function frees none. */
export interface GivebackCall {
  readonly callee: string;
  /** 1-based, in the text that was parsed. */
  readonly line: number;
  readonly style: LockStyle;
  readonly lock: string | null;
}

/** A giveback as the walk finds it; the walk may meet it more than once, in a loop. */
interface Site {
  readonly callee: string;
  readonly line: number;
  /** Locks that are free at the call on some path, the last one freed last. */
  readonly free: Set<string>;
  /** Of these, the ones that are taken again on a path that leads on from the call. */
  readonly relocked: Set<string>;
}

/** Of each lock the function has touched: whether it may be free, and the givebacks since it was freed. */
type Locks = ReadonlyMap<string, { readonly isFree: boolean; readonly sites: ReadonlySet<Site> }>;

/**
 * The givebacks of a function and their locks, by following its statements. `body` is its compound statement, `callees`
 * are the functions that count as giving back.
 */
export function givebackCalls(body: CNode, callees: ReadonlySet<string> = GIVEBACK_CALLS): GivebackCall[] {
  const sites = new Map<CNode, Site>();
  followFlow<Locks>(body, new Map(), {
    met: joined,
    afterCall: (call, locks) => {
      const name = childOf(call, 'function')?.text ?? '';
      if (UNLOCK_CALLS.has(name))
        return changed(locks, firstArgument(call), { isFree: true, sites: new Set() });
      if (LOCK_CALLS.has(name)) return relocked(locks, firstArgument(call));
      return callees.has(name) ? givenBack(locks, siteAt(call, name, sites)) : locks;
    },
  });
  return [...sites.values()].map(({ callee, line, free, relocked: taken }) => {
    const lock = [...taken].at(-1) ?? [...free].at(-1) ?? null;
    const style = taken.size > 0 ? 'dropped' : free.size > 0 ? 'released' : 'held';
    return { callee, line, style, lock };
  });
}

function siteAt(node: CNode, callee: string, sites: Map<CNode, Site>): Site {
  const known = sites.get(node) ?? { callee, line: node.line, free: new Set(), relocked: new Set() };
  sites.set(node, known);
  return known;
}

/** Notes which locks are free here; whoever takes one of them later took it again after this call. */
function givenBack(flow: Locks, site: Site): Locks {
  return new Map(
    [...flow].map(([lock, state]) => {
      if (!state.isFree) return [lock, state];
      site.free.add(lock);
      return [lock, { isFree: true, sites: new Set([...state.sites, site]) }];
    }),
  );
}

function relocked(flow: Locks, lock: string): Locks {
  for (const site of flow.get(lock)?.sites ?? []) site.relocked.add(lock);
  return changed(flow, lock, { isFree: false, sites: new Set() });
}

function changed(
  flow: Locks,
  lock: string,
  state: { readonly isFree: boolean; readonly sites: Set<Site> },
): Locks {
  const others = [...flow].filter(([name]) => name !== lock);
  return new Map([...others, [lock, state]]);
}

/** Both ways at once: a lock that one of them leaves free may be free. */
function joined(one: Locks, other: Locks): Locks {
  const all = new Map(one);
  for (const [lock, state] of other) {
    const known = all.get(lock);
    const sites = new Set([...(known?.sites ?? []), ...state.sites]);
    all.set(lock, { isFree: state.isFree || (known?.isFree ?? false), sites });
  }
  return all;
}

function firstArgument(call: CNode): string {
  const first = childOf(call, 'arguments')?.children.find(({ type }) => type !== '(');
  return lockName(first?.text ?? '');
}
