import type { SourceFunction } from './source-file.ts';

/** Functions by name. Where a name is defined twice, in two files or under two conditions, the first one counts. */
export type Functions = ReadonlyMap<string, SourceFunction>;

/** Ways that end a device's life or a transfer's: often the short ones to a giveback, never the ones that matter. */
const SIDE_WAYS =
  /(?:^|_)(?:died?|dead|kill|stop|halt|dequeue|unlinks?|disable|remove|cancel|shutdown|suspend|resume|reset|abort|nuke|flush|free|invalidated?|watchdog|error|rh|hub|port|disconnect|otg)(?:_|$)/;

/** No chain of calls in a driver is longer. */
const DEPTH_MAX = 12;

/** Functions by name, from all files of a driver. */
export function functionsByName(all: readonly SourceFunction[]): Functions {
  return new Map(all.toReversed().map((one) => [one.name, one]));
}

/** Whether a function is on no path but one of error handling or teardown, by its name. */
export function isSideWay(name: string): boolean {
  return SIDE_WAYS.test(name);
}

/** The shortest chain of calls from one function to another, both included, over functions that `isOpen`; or null. */
export function callPath(
  functions: Functions,
  {
    from,
    to,
    isOpen,
  }: { readonly from: string; readonly to: string; readonly isOpen: (name: string) => boolean },
): readonly string[] | null {
  const callers = new Map<string, string | null>([[from, null]]);
  let level = [from];
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0 && !callers.has(to); depth += 1) {
    const next: string[] = [];
    for (const name of level)
      for (const callee of functions.get(name)?.callees ?? []) {
        if (!functions.has(callee) || callers.has(callee) || !(callee === to || isOpen(callee))) continue;
        callers.set(callee, name);
        next.push(callee);
      }
    level = next;
  }
  return callers.has(to) ? wayBack(callers, to) : null;
}

/** The function and those it calls within `depth` calls, nearest first. */
export function functionsBelow(functions: Functions, from: string, depth: number): SourceFunction[] {
  const names = new Set([from]);
  let level = [from];
  for (let at = 0; at < depth; at += 1) {
    level = level
      .flatMap((name) => [...(functions.get(name)?.callees ?? [])])
      .filter((callee) => functions.has(callee) && !names.has(callee));
    for (const name of level) names.add(name);
  }
  return [...names].flatMap((name) => functions.get(name) ?? []);
}

function wayBack(callers: ReadonlyMap<string, string | null>, to: string): string[] {
  const path: string[] = [];
  for (let name: string | null = to; name !== null; name = callers.get(name) ?? null) path.unshift(name);
  return path;
}
