import type { FlowCall } from './body-flow.ts';
import type { Entry } from './module-entries.ts';
import type { ModuleSource } from './module-source.ts';

/** The way from where the kernel enters a module to one of its functions. */
export interface Chain {
  readonly entry: Entry;
  /** From the entry to the function, both included. */
  readonly functions: readonly string[];
  /** Conditions of all calls on the way. */
  readonly conditions: readonly string[];
}

/** What a chain must be like. */
export interface ChainRule {
  readonly isEntry: (entry: Entry) => boolean;
  /** Whether the chain may go through this call. */
  readonly isOpen: (call: FlowCall) => boolean;
}

/** Calls a chain has at most, and functions that are looked at for one. */
const DEPTH_MAX = 8;
const VISITED_MAX = 200;

/**
 * The shortest chain from an entry of the module to a function; null when no entry that fits leads there. It is looked
 * for backwards, caller by caller, so that only functions on the way are read.
 */
export function chainTo(module: ModuleSource, target: string, { isEntry, isOpen }: ChainRule): Chain | null {
  const entries = new Map<string, Entry>();
  for (const entry of module.entries.filter(isEntry))
    if (!entries.has(entry.function)) entries.set(entry.function, entry);
  const visited = new Set([target]);
  let level: Omit<Chain, 'entry'>[] = [{ functions: [target], conditions: [] }];
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth += 1) {
    for (const way of level) {
      const entry = entries.get(way.functions[0] ?? '');
      if (entry) return { entry, ...way };
    }
    if (visited.size > VISITED_MAX) return null;
    level = level.flatMap((way) => callersInto(module, way, { visited, isOpen }));
  }
  return null;
}

function callersInto(
  module: ModuleSource,
  way: Omit<Chain, 'entry'>,
  { visited, isOpen }: { readonly visited: Set<string>; readonly isOpen: ChainRule['isOpen'] },
): Omit<Chain, 'entry'>[] {
  const callee = way.functions[0] ?? '';
  return module.callersOf(callee).flatMap(({ name }) => {
    if (visited.has(name)) return [];
    const call = module.flow(name).find((one) => module.calls(one.name, callee) && isOpen(one));
    if (call === undefined) return [];
    visited.add(name);
    return [{ functions: [name, ...way.functions], conditions: [...call.conditions, ...way.conditions] }];
  });
}
