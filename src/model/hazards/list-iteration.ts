import type { FlowCall } from '../body-flow.ts';
import { codeOf } from '../c-calls.ts';
import { GIVEBACK_CALLS, LOCK_CALLS, lockName, UNLOCK_CALLS } from '../lock-calls.ts';
import type { ModuleSource } from '../module-source.ts';
import type { SourceFunction } from '../source-file.ts';
import { broughtAbout, type HazardCheck, type KeyedHazard, type ModuleSides } from './hazard-check.ts';

/** Words after a call that leave the walk, so that its next element is not asked for. */
const LEAVES = new Set(['break', 'goto', 'return']);

/**
 * A walk over a list inside of which the lock is let go for a giveback: what complete() does to the list, or another CPU,
 * may free the element that comes next. A warning, for the sources do not say what the list is protected by.
 * Source: usb-model, H4
 */
export const listIteration: HazardCheck = {
  code: 'H4',
  find: ({ modules }) =>
    modules.flatMap((sides) =>
      touchesDrops(sides) ? broughtAbout(sides, (module) => walksWithDrop(module)) : [],
    ),
};

function touchesDrops({ after, changed }: ModuleSides): boolean {
  return [...changed].some((name) => {
    const text = after.functions.get(name)?.text ?? '';
    return text.includes('giveback') || text.includes('for_each');
  });
}

function walksWithDrop(module: ModuleSource): KeyedHazard[] {
  const droppers = droppersIn(module);
  if (droppers.size === 0) return [];
  return [...module.functions.values()]
    .filter(({ text, callees }) => text.includes('for_each') && hasAny(callees, droppers))
    .flatMap((own) => {
      const calls = module.flow(own.name);
      const drop = calls.find(
        (call) => call.walks.length > 0 && drops(call, calls, droppers) && !leaves(own, call),
      );
      return drop ? [hazardOf(own, drop)] : [];
    });
}

/** Functions that let go of a lock around a giveback; usbcore's giveback counts when its own function does so. */
function droppersIn(module: ModuleSource): ReadonlySet<string> {
  const giving = [...module.functions.values()].filter(({ callees }) => hasAny(callees, GIVEBACK_CALLS));
  const dropping = giving.filter(({ name }) =>
    module.flow(name).some((call) => GIVEBACK_CALLS.has(call.name) && isFree(call, module.flow(name))),
  );
  return dropping.length === 0
    ? new Set()
    : new Set([...dropping.map(({ name }) => name), ...GIVEBACK_CALLS]);
}

function drops(call: FlowCall, all: readonly FlowCall[], droppers: ReadonlySet<string>): boolean {
  return GIVEBACK_CALLS.has(call.name) ? isFree(call, all) : droppers.has(call.name);
}

/** Whether the last lock call before it unlocks, and the next one takes the same lock again. */
function isFree(call: FlowCall, all: readonly FlowCall[]): boolean {
  const at = all.indexOf(call);
  const before = all.slice(0, at).findLast(isLocking);
  const after = all.slice(at + 1).find(isLocking);
  const isDrop = before && after && UNLOCK_CALLS.has(before.name) && LOCK_CALLS.has(after.name);
  return isDrop === true && lockName(before.args[0] ?? '') === lockName(after.args[0] ?? '');
}

function isLocking({ name }: FlowCall): boolean {
  return LOCK_CALLS.has(name) || UNLOCK_CALLS.has(name);
}

/** Whether the walk ends behind the call, or behind the relock that follows it. */
function leaves({ text, line }: SourceFunction, call: FlowCall): boolean {
  const { tokens } = codeOf(text.split('\n'));
  const from = tokens.findIndex((token) => token.line >= call.line - line && token.text === call.name);
  const rest = tokens.slice(from);
  const statement = rest.findIndex(({ text: sign }) => sign === ';');
  const next = rest.slice(statement + 1);
  const isRelock = LOCK_CALLS.has(next[0]?.text ?? '');
  const behind = isRelock ? next.slice(next.findIndex(({ text: sign }) => sign === ';') + 1) : next;
  return LEAVES.has(behind[0]?.text ?? '');
}

function hasAny(names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return [...wanted].some((name) => names.has(name));
}

function hazardOf({ name, path }: SourceFunction, call: FlowCall): KeyedHazard {
  const walk = call.walks.at(-1) ?? '';
  return {
    key: `${name} ${walk} ${call.name}`,
    hazard: {
      kind: 'list-iteration',
      severity: 'warning',
      trace: [name, walk, `${call.name} [drops the lock]`, 'complete()', 'the next element of the list'],
      where: { file: path, line: call.line },
      because:
        `${name}() walks a list and ${call.name}() lets go of the lock inside the walk: meanwhile the next element ` +
        'may be taken off the list and freed. Start again from the head after the lock was taken again.',
    },
  };
}
