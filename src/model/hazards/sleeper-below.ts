import type { FlowCall } from '../body-flow.ts';
import type { ModuleSource } from '../module-source.ts';
import { sleeperIn } from './sleeping-calls.ts';

/** Calls below a function that are followed, and functions of each level. */
const DOWN_MAX = 3;
const WIDTH_MAX = 30;

/** A call that may sleep, and the functions that lead to it. */
export interface Sleeper {
  readonly functions: readonly string[];
  readonly call: FlowCall;
  readonly sleeper: string;
}

/** The nearest call that sleeps, over calls that hang on no condition and let go of no lock. */
export function firstSleeper(module: ModuleSource, from: string): Sleeper | null {
  let level: readonly (readonly string[])[] = [[from]];
  for (let depth = 0; depth < DOWN_MAX; depth += 1) {
    const next: (readonly string[])[] = [];
    for (const functions of level)
      for (const call of module.flow(functions.at(-1) ?? '')) {
        if (call.conditions.length > 0 || call.state.freed.size > 0) continue;
        const sleeper = sleeperIn(call);
        if (sleeper !== null) return { functions, call, sleeper };
        if (module.functions.has(call.name) && !functions.includes(call.name))
          next.push([...functions, call.name]);
      }
    level = next.slice(0, WIDTH_MAX);
  }
  return null;
}
