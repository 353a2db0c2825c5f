import type { FlowCall } from '../body-flow.ts';
import { type Chain, type ChainRule, chainTo } from '../call-chains.ts';
import { lockTaken } from '../flow-state.ts';
import { LOCK_CALLS, lockName } from '../lock-calls.ts';
import { lockClass } from '../lock-class.ts';
import type { EntryContext } from '../module-entries.ts';
import type { ModuleSource } from '../module-source.ts';
import type { SourceFunction } from '../source-file.ts';

/** How code that holds a lock can be interrupted by code that takes the same lock. */
export interface InversionRule {
  /** What comes in between, in words. */
  readonly what: string;
  /** What the code that is interrupted leaves on, in words. */
  readonly leftOn: string;
  readonly inner: ReadonlySet<EntryContext>;
  readonly outer: ReadonlySet<EntryContext>;
  /** Whether a function still lets it come, by what it did up to a call. */
  readonly isOpen: (call: FlowCall) => boolean;
  /** Whether taking the lock this way keeps it from coming. */
  readonly isSafe: (name: string) => boolean;
}

/** A place that takes a lock, and the way there. */
export interface Way {
  readonly own: SourceFunction;
  readonly call: FlowCall;
  readonly chain: Chain;
}

/** Two ways to one lock, of which the inner can interrupt the outer. */
export interface Inversion {
  readonly lockClass: string;
  readonly rule: InversionRule;
  readonly outer: Way;
  readonly inner: Way;
}

interface Place {
  readonly own: SourceFunction;
  readonly line: number;
}

/** The lock's own word, without what it is part of: a class has one. */
export function lastWord(lock: string): string {
  return lock.split(/\W/).at(-1) ?? lock;
}

/** The inversions of all lock classes that have this last word: of each, what the first rule finds. */
export function inversionsOf(
  module: ModuleSource,
  word: string,
  rules: readonly InversionRule[],
): Inversion[] {
  return [...placesByClass(module, word)].flatMap(([name, places]) =>
    rules.flatMap((rule) => inversionIn(module, { name, places }, rule)).slice(0, 1),
  );
}

function placesByClass(module: ModuleSource, word: string): Map<string, Place[]> {
  const classes = new Map<string, Place[]>();
  for (const own of module.functions.values())
    for (const { lock, line } of own.locks) {
      const name = lastWord(lock) === word ? lockClass(module, own, lock) : null;
      if (name !== null) classes.set(name, [...(classes.get(name) ?? []), { own, line }]);
    }
  return classes;
}

function inversionIn(
  module: ModuleSource,
  { name, places }: { readonly name: string; readonly places: readonly Place[] },
  rule: InversionRule,
): Inversion[] {
  const open = places.filter(({ own, line }) => !rule.isSafe(takerIn(module, own, line)));
  const outer = firstWay(module, open, {
    isEntry: ({ context }) => rule.outer.has(context),
    isOpen: rule.isOpen,
  });
  const inner = outer && firstWay(module, nearestFirst(module, places), innerRule(rule, outer));
  return outer && inner ? [{ lockClass: name, rule, outer, inner }] : [];
}

/**
 * A handler does not interrupt itself: its line is masked, or its tasklet runs, until it is done. One that only hands on
 * to another, as a handler for messages does to that for a line, is the same handler.
 */
function innerRule({ inner }: InversionRule, { chain }: Way): ChainRule {
  const [handler = ''] = chain.functions;
  return {
    isEntry: ({ context, function: name }) => inner.has(context) && !chain.functions.includes(name),
    isOpen: ({ name }) => name !== handler,
  };
}

/** Functions that the kernel enters directly make the shortest trace. */
function nearestFirst({ entries }: ModuleSource, places: readonly Place[]): Place[] {
  const names = new Set(entries.map((entry) => entry.function));
  return places.toSorted((a, b) => Number(names.has(b.own.name)) - Number(names.has(a.own.name)));
}

/** The call that takes the lock in that line: cheaper than following the function, which comes later. */
function takerIn({ linesOf }: ModuleSource, { path }: SourceFunction, line: number): string {
  const words = (linesOf(path)[line - 1] ?? '').split(/\W+/);
  return words.find((word) => LOCK_CALLS.has(word)) ?? '';
}

function firstWay(module: ModuleSource, places: readonly Place[], rule: ChainRule): Way | null {
  for (const { own, line } of places) {
    const call = module
      .flow(own.name)
      .find((one) => one.line === line && lockTaken(one.name) !== null && rule.isOpen(one));
    const chain = call && chainTo(module, own.name, rule);
    if (chain) return { own, call, chain };
  }
  return null;
}

/** "spin_lock(&xhci->lock)", as the trace shows it. */
export function takingWords(way: Way): string {
  return `${way.call.name}(&${lockIn(way)})`;
}

/** "xhci->lock", as the function writes it. */
export function lockIn({ call }: Way): string {
  return lockName(call.args[0] ?? '');
}
