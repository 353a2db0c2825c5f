import { type CCode, codeOf } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import type { ModuleSource } from '../module-source.ts';
import { findDrops } from '../patterns/lock-dropping.ts';
import type { SourceFunction } from '../source-file.ts';
import { broughtAbout, type HazardCheck, type KeyedHazard } from './hazard-check.ts';

/** What a pointer into a list, or to the owner of a transfer, is got with. */
const LOOKUPS = new Set([
  'list_entry',
  'list_first_entry',
  'list_last_entry',
  'container_of',
  'hcpriv',
  'next',
]);
const STATEMENT_MAX = 60;

/**
 * A pointer that was looked up under the lock and is used after the lock was free for a giveback, or the URB itself used
 * after it was given back: complete() may free both. A warning, for a driver may hold a reference.
 * Source: usb-model, H5
 */
export const stalePointer: HazardCheck = {
  code: 'H5',
  find: ({ modules }) =>
    modules.flatMap((sides) =>
      [...sides.changed].flatMap((name) => broughtAbout(sides, (module) => staleIn(module, name))),
    ),
};

function staleIn({ functions }: ModuleSource, name: string): KeyedHazard[] {
  const own = functions.get(name);
  if (own === undefined || !own.callees.has('usb_hcd_giveback_urb')) return [];
  const code = codeOf(own.text.split('\n'));
  return findDrops(code).flatMap(({ call, drop }) => {
    const urb = (call.args[1] ?? '').replaceAll(' ', '');
    const pointers = drop ? lookedUp(code, drop.unlock.at) : [];
    const from = drop?.relock.end ?? call.end;
    return [...new Set([urb, ...pointers])].flatMap((pointer) => {
      const use = useAfter(code.tokens, pointer === urb ? call.end : from, pointer);
      return use ? [hazardOf(own, pointer, use)] : [];
    });
  });
}

/** Variables that were assigned from a lookup before the unlock. */
function lookedUp({ tokens }: CCode, before: number): string[] {
  return tokens.slice(0, before).flatMap(({ kind, text }, at) => {
    if (kind !== 'word' || tokens[at + 1]?.text !== '=') return [];
    const statement = tokens.slice(at + 2, at + 2 + STATEMENT_MAX);
    const end = statement.findIndex((token) => token.text === ';' || token.text === ',');
    return statement.slice(0, end).some((token) => LOOKUPS.has(token.text)) ? [text] : [];
  });
}

/** The first use of a pointer behind an index, unless it is assigned anew before, or control cannot get there. */
function useAfter(tokens: readonly CToken[], from: number, pointer: string): CToken | null {
  for (let at = from; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (text === 'return' || text === 'goto' || text === 'break' || text === 'continue') return null;
    if (text !== pointer || tokens[at - 1]?.text === '->' || tokens[at - 1]?.text === '.') continue;
    const next = tokens[at + 1]?.text;
    if (next === '=') return null;
    if (next === '->') return tokens[at] ?? null;
  }
  return null;
}

function hazardOf({ name, path, line }: SourceFunction, pointer: string, { line: at }: CToken): KeyedHazard {
  return {
    key: `${name} ${pointer}`,
    hazard: {
      kind: 'stale-pointer',
      severity: 'warning',
      trace: [name, 'usb_hcd_giveback_urb', 'complete()', `${pointer}->`],
      where: { file: path, line: line + at },
      because:
        `${name}() uses ${pointer} after the giveback, when complete(), or another CPU while the lock was free, may ` +
        'have freed it: look it up again, or take what is needed before.',
    },
  };
}
