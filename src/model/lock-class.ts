import { type CToken, tokensOf } from './c-tokens.ts';
import { headOf } from './function-head.ts';
import type { ModuleSource } from './module-source.ts';
import type { SourceFunction } from './source-file.ts';

/** Other variables that one declaration may name before the one that is looked for. */
const SIBLINGS_MAX = 8;
const BASE = /^[A-Za-z_]\w*/;

/**
 * The class of a lock, as lockdep has it: the structure and the member, "struct usbnet rxq.lock", or the name of a lock
 * that stands by itself. Null when the type of what it is part of is not in sight.
 */
export function lockClass(module: ModuleSource, own: SourceFunction, lock: string): string | null {
  const base = BASE.exec(lock)?.[0];
  if (base === undefined || /[([]/.test(lock)) return null;
  const member = lock.slice(base.length).replace(/^(?:->|\.)/, '');
  if (member === '') return lock;
  const type =
    typeOf(base, tokensOf(headOf(module.linesOf(own.path), own))) ??
    typeOf(base, tokensOf(own.text.split('\n')));
  return type === null ? null : `struct ${type} ${member}`;
}

/** The structure that a parameter or a variable of this name points to, or is, where it is declared. */
function typeOf(name: string, tokens: readonly CToken[]): string | null {
  for (const [at, { text }] of tokens.entries()) {
    const type = text === name ? typeBefore(tokens, at) : null;
    if (type !== null) return type;
  }
  return null;
}

/** `struct T *a, *name`: the T, seen from the name. */
function typeBefore(tokens: readonly CToken[], name: number): string | null {
  let at = name;
  for (let siblings = 0; siblings < SIBLINGS_MAX; siblings += 1) {
    at -= 1;
    while (tokens[at]?.text === '*') at -= 1;
    if (tokens[at]?.text !== ',')
      return tokens[at - 1]?.text === 'struct' ? (tokens[at]?.text ?? null) : null;
    at -= 1;
  }
  return null;
}
