import type { FlowCall } from '../body-flow.ts';
import { chainTo } from '../call-chains.ts';
import { lockTaken } from '../flow-state.ts';
import { lockName } from '../lock-calls.ts';
import { lockClass } from '../lock-class.ts';
import type { ModuleSource } from '../module-source.ts';
import type { SourceFunction } from '../source-file.ts';
import { broughtAbout, type HazardCheck, type KeyedHazard, type ModuleSides } from './hazard-check.ts';

/** A lock that is taken while another one is held. */
interface Edge {
  readonly held: string;
  readonly taken: string;
  readonly own: SourceFunction;
  readonly line: number;
  /** From the function that holds the one to the call that takes the other. */
  readonly trace: readonly string[];
}

/** Calls from the function that holds a lock down to the one that takes the other. */
const DEPTH_MAX = 3;

/**
 * Two locks that are taken in one order here and in the other there: two CPUs that are at it at once wait for each other.
 * An error where the kernel gets to both places, as far as the sources show it; else a warning.
 * Source: usb-model, H3
 */
export const lockOrder: HazardCheck = {
  code: 'H3',
  find: ({ modules }) =>
    modules.flatMap((sides) => {
      const names = holders(sides);
      return names.length === 0
        ? []
        : broughtAbout(sides, (module) => cyclesIn(module, edgesOf(module, names)));
    }),
};

/** Changed functions that take a lock, or from which one is taken further down. */
function holders({ after, changed }: ModuleSides): readonly string[] {
  return [...changed].filter((name) => (after.functions.get(name)?.locks.length ?? 0) > 0);
}

function cyclesIn(module: ModuleSource, edges: readonly Edge[]): KeyedHazard[] {
  const found = new Map<string, KeyedHazard>();
  for (const edge of edges) {
    const key = [edge.held, edge.taken].toSorted().join(' ');
    const back = found.has(key) ? null : reverseOf(module, edge);
    if (back !== null) found.set(key, hazardOf(module, { key, edge, back }));
  }
  return [...found.values()];
}

/** The other order, anywhere in the module. */
function reverseOf(module: ModuleSource, { held, taken }: Edge): Edge | null {
  const word = held.split(/\W+/).at(-1) ?? '';
  const outer = [...module.functions.values()].filter(({ locks }) =>
    locks.some(({ lock }) => lock.endsWith(taken.split(/\W+/).at(-1) ?? '')),
  );
  for (const own of outer) {
    const isLikely = own.text.includes(word) || [...own.callees].some((name) => module.functions.has(name));
    const back = isLikely
      ? edgesIn(module, own).find((edge) => edge.held === taken && edge.taken === held)
      : undefined;
    if (back) return back;
  }
  return null;
}

function edgesOf(module: ModuleSource, names: readonly string[]): Edge[] {
  return names.flatMap((name) => {
    const own = module.functions.get(name);
    return own ? edgesIn(module, own) : [];
  });
}

function edgesIn(module: ModuleSource, own: SourceFunction): Edge[] {
  return module.flow(own.name).flatMap((call) => {
    const held = call.state.held.flatMap((lock) => lockClass(module, own, lock) ?? []);
    if (held.length === 0) return [];
    return takenBy(module, { own, call }, 0).flatMap(({ taken, trace }) =>
      held
        .filter((lock) => lock !== taken)
        .map((lock) => ({ held: lock, taken, own, line: call.line, trace: [own.name, ...trace] })),
    );
  });
}

interface Taken {
  readonly taken: string;
  readonly trace: readonly string[];
}

/** The locks that a call takes, itself or below; not below one that lets go of a lock its caller holds. */
function takenBy(
  module: ModuleSource,
  { own, call }: { readonly own: SourceFunction; readonly call: FlowCall },
  depth: number,
): Taken[] {
  if (lockTaken(call.name) !== null) {
    const taken = lockClass(module, own, lockName(call.args[0] ?? ''));
    const isOwnRank = call.name.endsWith('_nested');
    return taken === null || isOwnRank ? [] : [{ taken, trace: [`${call.name}(${call.args[0]})`] }];
  }
  const callee = module.functions.get(call.name);
  if (callee === undefined || depth >= DEPTH_MAX || call.state.freed.size > 0) return [];
  if (!mayLock(module, callee, depth)) return [];
  return module
    .flow(callee.name)
    .filter(({ state }) => state.freed.size === 0)
    .flatMap((inner) => takenBy(module, { own: callee, call: inner }, depth + 1))
    .map(({ taken, trace }) => ({ taken, trace: [callee.name, ...trace] }));
}

/** Cheaper than to follow it: whether the function, or one it calls, takes any lock. */
function mayLock({ functions }: ModuleSource, own: SourceFunction, depth: number): boolean {
  if (own.locks.length > 0) return true;
  if (depth + 1 >= DEPTH_MAX) return false;
  return [...own.callees].some((name) => (functions.get(name)?.locks.length ?? 0) > 0);
}

function hazardOf(
  module: ModuleSource,
  { key, edge, back }: { readonly key: string; readonly edge: Edge; readonly back: Edge },
): KeyedHazard {
  const isReached = [edge, back].every(({ own }) => isEntered(module, own.name));
  return {
    key,
    hazard: {
      kind: 'lock-order',
      severity: isReached ? 'error' : 'warning',
      trace: [
        `one CPU holds the lock of ${edge.held}:`,
        ...edge.trace,
        `another CPU holds the lock of ${back.held}:`,
        ...back.trace,
      ],
      where: { file: edge.own.path, line: edge.line },
      because:
        `${edge.own.name}() takes the lock of ${edge.taken} while it holds that of ${edge.held}, and ` +
        `${back.own.name}() takes them the other way round: two CPUs can wait for each other for ever.`,
    },
  };
}

function isEntered(module: ModuleSource, name: string): boolean {
  return chainTo(module, name, { isEntry: () => true, isOpen: () => true }) !== null;
}
