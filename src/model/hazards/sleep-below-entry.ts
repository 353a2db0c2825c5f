import type { FlowCall } from '../body-flow.ts';
import { type Chain, chainTo } from '../call-chains.ts';
import type { Hazard } from '../hcd.ts';
import type { ModuleSource } from '../module-source.ts';
import type { SourceFunction } from '../source-file.ts';
import { broughtAbout, type KeyedHazard, type ModuleSides } from './hazard-check.ts';
import { firstSleeper } from './sleeper-below.ts';
import { SLEEPERS, sleeperIn } from './sleeping-calls.ts';
import { listedChain } from './trace.ts';

/** Words by which code asks whether sleeping is allowed, in a condition and anywhere. */
const ASKS = /atomic|interrupt|irq|sleep|gfp|mem_flags|in_task|wait|block/i;
const ASKS_ANYWHERE = /(?:may|can|might)_sleep|in_(?:interrupt|atomic|task|irq)|irqs_disabled|gfp_?flags/;

/**
 * A call that may sleep under a spinlock, with interrupts or bottom halves off, or below an interrupt, a softirq or a
 * completion handler: a new one, or an old one whose function is now called from there. An error when the code gets there
 * whatever it asks; a warning when a condition on the way may keep it from there.
 */
export function sleepsBelowEntries(sides: ModuleSides): Hazard[] {
  const names = suspects(sides);
  const locking = [...sides.changed].filter((name) => holdsLock(sides.after, name));
  if (names.length === 0 && locking.length === 0) return [];
  return broughtAbout(sides, (module) => [
    ...names.flatMap((name) => sleepsIn(module, name)),
    ...locking.flatMap((name) => sleepersBelow(module, name)),
  ]);
}

function holdsLock({ functions }: ModuleSource, name: string): boolean {
  return (functions.get(name)?.locks.length ?? 0) > 0;
}

/** Calls that are made under a lock, of functions that sleep whatever they ask, themselves or a few calls down. */
function sleepersBelow(module: ModuleSource, name: string): KeyedHazard[] {
  const own = module.functions.get(name);
  if (own === undefined) return [];
  return module.flow(name).flatMap((call) => {
    const way = module.functions.has(call.name) ? insideOf(call, own) : null;
    const down = way && firstSleeper(module, call.name);
    if (!way || !down || call.state.freed.size > 0) return [];
    const below = down.functions.flatMap((one) => module.functions.get(one) ?? []);
    const trace = [...way.trace, ...down.functions];
    const isSure = way.isSure && !asks([], below);
    const found = hazardOf({
      own: below.at(-1) ?? own,
      call: down.call,
      sleeper: down.sleeper,
      way: { trace, where: `below ${name}(), ${way.where}`, isSure },
    });
    return [{ ...found, hazard: { ...found.hazard, where: { file: own.path, line: call.line } } }];
  });
}

/** Functions whose text the series changes, and all that sleep when it changes what the kernel calls where. */
function suspects({ before, after, changed }: ModuleSides): string[] {
  const atomic = ({ entries }: ModuleSource): string =>
    entries
      .filter(({ context }) => context !== 'thread')
      .map((entry) => entry.function)
      .toSorted()
      .join(' ');
  const all = atomic(before) === atomic(after) ? [...changed] : [...after.functions.keys()];
  return all.filter((name) =>
    (after.functions.get(name)?.text ?? '').split(/\W+/).some((word) => SLEEPERS.has(word)),
  );
}

function sleepsIn(module: ModuleSource, name: string): KeyedHazard[] {
  const own = module.functions.get(name);
  if (own === undefined) return [];
  return module.flow(name).flatMap((call) => {
    const sleeper = sleeperIn(call);
    const way =
      sleeper && (insideOf(call, own) ?? belowEntry(module, own, call) ?? belowLock(module, call, own));
    return sleeper && way ? [hazardOf({ own, call, sleeper, way })] : [];
  });
}

interface Way {
  readonly trace: readonly string[];
  readonly where: string;
  /** No condition on the way may keep the code from there. */
  readonly isSure: boolean;
}

/** Under a lock that the function itself holds, on every way to the call. */
function insideOf({ state, conditions }: FlowCall, own: SourceFunction): Way | null {
  const [lock] = state.held;
  const isSure = !asks(conditions, [own]);
  if (lock !== undefined)
    return { trace: [`${own.name} [takes ${lock}]`], where: `with ${lock} held`, isSure };
  if (state.irqsOff.min > 0)
    return { trace: [`${own.name} [interrupts off]`], where: 'with interrupts off', isSure };
  if (state.bhsOff.min > 0)
    return { trace: [`${own.name} [bottom halves off]`], where: 'with bottom halves off', isSure };
  return null;
}

function asks(conditions: readonly string[], functions: readonly SourceFunction[]): boolean {
  return conditions.some((text) => ASKS.test(text)) || functions.some(({ text }) => ASKS_ANYWHERE.test(text));
}

function belowEntry(module: ModuleSource, own: SourceFunction, call: FlowCall): Way | null {
  const chain: Chain | null = chainTo(module, own.name, {
    isEntry: ({ context }) => context !== 'thread',
    isOpen: () => true,
  });
  if (chain === null) return null;
  const { entry, functions } = chain;
  const kind = entry.context === 'complete' ? 'a completion handler' : `code that is called by ${entry.by}`;
  const isAsked = asks(
    call.conditions,
    functions.flatMap((name) => module.functions.get(name) ?? []),
  );
  const isStraight =
    chain.conditions.length === 0 && (functions.length === 1 || call.conditions.length === 0);
  const isEntry = functions.length === 1;
  const where = isEntry ? `in ${kind}` : `below ${entry.function}(), ${kind}`;
  return { trace: listedChain(chain), where, isSure: isStraight && !isAsked };
}

/** A caller that holds a lock at its call, and a function that does not let go of it before it sleeps. */
function belowLock(module: ModuleSource, sleeping: FlowCall, own: SourceFunction): Way | null {
  if (sleeping.state.freed.size > 0) return null;
  for (const caller of module.callersOf(own.name)) {
    if (caller.locks.length === 0) continue;
    const call = module
      .flow(caller.name)
      .find((one) => module.calls(one.name, own.name) && one.state.held.length > 0);
    const lock = call?.state.held[0];
    if (call === undefined || lock === undefined) continue;
    const isStraight = call.conditions.length + sleeping.conditions.length === 0;
    return {
      trace: [`${caller.name} [takes ${lock}]`, own.name],
      where: `below ${caller.name}(), which holds ${lock}`,
      isSure: isStraight && !asks([], [caller, own]),
    };
  }
  return null;
}

function hazardOf({
  own,
  call,
  sleeper,
  way,
}: {
  readonly own: SourceFunction;
  readonly call: FlowCall;
  readonly sleeper: string;
  readonly way: Way;
}): KeyedHazard {
  return {
    key: `${own.name} ${call.name} ${sleeper} ${way.where}`,
    hazard: {
      kind: 'sleep-in-atomic',
      severity: way.isSure ? 'error' : 'warning',
      trace: [...way.trace, `${call.name}(${call.args.join(', ')})`],
      where: { file: own.path, line: call.line },
      because: `${own.name}() must not sleep ${way.where}, which ${sleeper} allows.`,
    },
  };
}
