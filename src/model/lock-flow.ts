import { type CNode, childOf } from './c-syntax.ts';
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

/** Where control may be, with which locks; null where it cannot come. */
type Flow = Locks | null;

interface Walk {
  readonly callees: ReadonlySet<string>;
  readonly sites: Map<CNode, Site>;
  /** What gotos bring to a label further down. */
  readonly labels: Map<string, Flow>;
  /** What breaks and continues bring out of the loop or switch around them. */
  readonly leaving: Flow[];
  /** Loops around the place. */
  readonly loops: number;
}

/** Loops are gone through twice, which brings what the first round left to the second; those deep inside others once. */
const ROUNDS = 2;
const LOOPS_TWICE = 3;

/**
 * The givebacks of a function and their locks, by following its statements: branches, loops, returns and forward gotos.
 * `body` is its compound statement, `callees` are the functions that count as giving back. A goto that leads backwards is
 * not followed.
 */
export function givebackCalls(body: CNode, callees: ReadonlySet<string> = GIVEBACK_CALLS): GivebackCall[] {
  const walk: Walk = { callees, sites: new Map(), labels: new Map(), leaving: [], loops: 0 };
  flowThrough(body, new Map(), walk);
  return [...walk.sites.values()].map(({ callee, line, free, relocked }) => {
    const lock = [...relocked].at(-1) ?? [...free].at(-1) ?? null;
    const style = relocked.size > 0 ? 'dropped' : free.size > 0 ? 'released' : 'held';
    return { callee, line, style, lock };
  });
}

function flowThrough(node: CNode, flow: Flow, walk: Walk): Flow {
  switch (node.type) {
    case 'if_statement':
      return throughIf(node, flow, walk);
    case 'for_statement':
    case 'while_statement':
    case 'do_statement':
      return throughLoop(node, flow, walk);
    case 'switch_statement':
      return throughSwitch(node, flow, walk);
    case 'labeled_statement':
      return throughLabel(node, flow, walk);
    case 'goto_statement':
      return throughGoto(node, flow, walk);
    case 'break_statement':
    case 'continue_statement':
      walk.leaving.push(flow);
      return null;
    case 'return_statement':
      throughChildren(node, flow, walk);
      return null;
    case 'call_expression':
      return throughCall(node, throughChildren(node, flow, walk), walk);
    default:
      return throughChildren(node, flow, walk);
  }
}

/** One after the other; a block behind a macro such as list_for_each_entry() is that macro's loop. */
function throughChildren(node: CNode, from: Flow, walk: Walk): Flow {
  let flow = from;
  let isMacroLoop = false;
  for (const child of node.children) {
    flow = isMacroLoop ? throughLoop(child, flow, walk) : flowThrough(child, flow, walk);
    isMacroLoop = child.type === 'expression_statement' && !child.text.endsWith(';');
  }
  return flow;
}

function throughIf(node: CNode, from: Flow, walk: Walk): Flow {
  const condition = childOf(node, 'condition');
  const consequence = childOf(node, 'consequence');
  const alternative = childOf(node, 'alternative');
  const flow = condition ? flowThrough(condition, from, walk) : from;
  const then = consequence ? flowThrough(consequence, flow, walk) : flow;
  return joined(then, alternative ? flowThrough(alternative, flow, walk) : flow);
}

function throughLoop(node: CNode, from: Flow, walk: Walk): Flow {
  const inner: Walk = { ...walk, leaving: [], loops: walk.loops + 1 };
  const rounds = walk.loops < LOOPS_TWICE ? ROUNDS : 1;
  let flow = from;
  for (let round = 0; round < rounds; round += 1) flow = joined(flow, throughChildren(node, flow, inner));
  return inner.leaving.reduce(joined, flow);
}

function throughSwitch(node: CNode, from: Flow, walk: Walk): Flow {
  const inner: Walk = { ...walk, leaving: [] };
  const entry = node.children.reduce<Flow>(
    (flow, child) => (child.field === 'body' ? flow : flowThrough(child, flow, walk)),
    from,
  );
  let flow: Flow = null;
  for (const child of childOf(node, 'body')?.children ?? [])
    flow = flowThrough(child, child.type === 'case_statement' ? joined(flow, entry) : flow, inner);
  return inner.leaving.reduce(joined, joined(flow, entry));
}

function throughLabel(node: CNode, from: Flow, walk: Walk): Flow {
  const label = childOf(node, 'label')?.text ?? '';
  return throughChildren(node, joined(from, walk.labels.get(label) ?? null), walk);
}

function throughGoto(node: CNode, flow: Flow, walk: Walk): Flow {
  const label = childOf(node, 'label')?.text ?? '';
  walk.labels.set(label, joined(walk.labels.get(label) ?? null, flow));
  return null;
}

function throughCall(node: CNode, flow: Flow, walk: Walk): Flow {
  const name = childOf(node, 'function')?.text ?? '';
  if (flow === null) return null;
  if (UNLOCK_CALLS.has(name)) return changed(flow, firstArgument(node), { isFree: true, sites: new Set() });
  if (LOCK_CALLS.has(name)) return relocked(flow, firstArgument(node));
  return walk.callees.has(name) ? givenBack(flow, siteAt(node, name, walk)) : flow;
}

function siteAt(node: CNode, callee: string, { sites }: Walk): Site {
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
function joined(one: Flow, other: Flow): Flow {
  if (one === null || other === null) return one ?? other;
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
