import { type CToken, textOf, tokensOf } from './c-tokens.ts';

/** Lines of C as tokens. */
export interface CCode {
  readonly tokens: readonly CToken[];
  /** Where the bracket at an index is closed, -1 when that is not in sight. */
  readonly closes: readonly number[];
  /** Heads of functions, in order: the index of the name, and that of the body's opening brace. */
  readonly heads: readonly FunctionHead[];
}

interface FunctionHead {
  readonly at: number;
  readonly open: number;
}

/** A call as it stands among tokens: `at` is its name, `end` the index behind its closing parenthesis. */
export interface CCall {
  readonly name: string;
  readonly at: number;
  readonly end: number;
  /** Each argument's text, blanks between tokens. */
  readonly args: readonly string[];
}

/** A function definition among tokens: `at` is its name; `open` and `end` enclose its body, braces included. */
export interface CFunction {
  readonly name: string;
  readonly at: number;
  readonly open: number;
  readonly end: number;
}

const CONTROL = new Set(['if', 'for', 'while', 'switch', 'return', 'sizeof', 'do', 'else', 'case', 'goto']);

/** Reads lines of C, a whole file or a piece of one. */
export function codeOf(lines: readonly string[]): CCode {
  const tokens = tokensOf(lines);
  const closes = tokens.map(() => -1);
  const open: number[] = [];
  tokens.forEach(({ text }, at) => {
    if (depthStep(text) > 0) open.push(at);
    const from = depthStep(text) < 0 ? open.pop() : undefined;
    if (from !== undefined) closes[from] = at;
  });
  const heads = tokens.flatMap((_, at) => {
    const body = bodyOf(tokens, closes, at);
    return body === null ? [] : [{ at, open: body }];
  });
  return { tokens, closes, heads };
}

/** A call is no longer than this; what is nested deeper was not written by a driver. */
const CALL_TOKENS_MAX = 2000;

/** All calls of the named functions, in order. A call whose end is not in sight is left out. */
export function findCalls({ tokens, closes }: CCode, names: ReadonlySet<string>): CCall[] {
  const calls: CCall[] = [];
  tokens.forEach(({ kind, text }, at) => {
    const close = closes[at + 1] ?? -1;
    if (kind !== 'word' || !names.has(text) || tokens[at + 1]?.text !== '(' || close < 0) return;
    if (close - at > CALL_TOKENS_MAX) return;
    calls.push({ name: text, at, end: close + 1, args: argumentsOf(tokens.slice(at + 2, close)) });
  });
  return calls;
}

/** All function definitions in sight from the name to the last brace, in order. */
export function findFunctions({ tokens, closes, heads }: CCode): CFunction[] {
  const found: CFunction[] = [];
  for (const { at, open } of heads) {
    const close = closes[open] ?? -1;
    const isInner = at < (found.at(-1)?.end ?? 0);
    if (close >= 0 && !isInner) found.push({ name: tokens[at]?.text ?? '', at, open, end: close + 1 });
  }
  return found;
}

/** The name of the function around `at`, whether or not its end is in sight; null when its head is not. */
export function functionAround({ tokens, closes, heads }: CCode, at: number): string | null {
  const head = lastBefore(heads, at);
  if (head === null) return null;
  const close = closes[head.open] ?? -1;
  return close < 0 || close > at ? (tokens[head.at]?.text ?? null) : null;
}

/** The last head whose body opens before `at`. */
function lastBefore(heads: readonly FunctionHead[], at: number): FunctionHead | null {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((heads[middle]?.open ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return heads[low - 1] ?? null;
}

/** +1 for an opening bracket of any kind, -1 for a closing one, 0 for everything else. */
export function depthStep(text: string): number {
  if (text === '(' || text === '{' || text === '[') return 1;
  return text === ')' || text === '}' || text === ']' ? -1 : 0;
}

function argumentsOf(tokens: readonly CToken[]): string[] {
  const args: string[] = [];
  let depth = 0;
  let from = 0;
  tokens.forEach(({ text }, at) => {
    depth += depthStep(text);
    if (text !== ',' || depth > 0) return;
    args.push(textOf(tokens.slice(from, at)));
    from = at + 1;
  });
  if (tokens.length > 0) args.push(textOf(tokens.slice(from)));
  return args;
}

/** The index of the body's opening brace when a function's definition has its name at `at`. */
function bodyOf(tokens: readonly CToken[], closes: readonly number[], at: number): number | null {
  const name = tokens[at];
  if (name?.kind !== 'word' || tokens[at + 1]?.text !== '(' || !isDeclared(tokens, at)) return null;
  let after = (closes[at + 1] ?? -1) + 1;
  while (after > 0 && tokens[after]?.text.startsWith('__')) after = behindAttribute(tokens, closes, after);
  return after > 0 && tokens[after]?.text === '{' ? after : null;
}

/** A type stands before a name that is defined; before a macro such as list_for_each_entry() there is none. */
function isDeclared(tokens: readonly CToken[], at: number): boolean {
  const text = tokens[at]?.text ?? '';
  const before = tokens[at - 1];
  if (CONTROL.has(text) || text.includes('for_each')) return false;
  return before === undefined || before.text === '*' || (before.kind === 'word' && !CONTROL.has(before.text));
}

/** The index behind an annotation such as `__releases(lock)` or `__must_check`. */
function behindAttribute(tokens: readonly CToken[], closes: readonly number[], at: number): number {
  return tokens[at + 1]?.text === '(' ? (closes[at + 1] ?? -1) + 1 : at + 1;
}
