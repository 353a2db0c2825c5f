import { type CCall, type CCode, codeOf, findCalls, findFunctions } from './c-calls.ts';
import type { CToken } from './c-tokens.ts';
import { LOCK_CALLS, lockName } from './lock-calls.ts';

/** A function as it stands in a file. `text` is its body with both braces; `line` is the body's first line, from 1. */
export interface SourceFunction {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** All names with a parenthesis behind them. */
  readonly callees: ReadonlySet<string>;
  /** The locks it takes, in order. */
  readonly locks: readonly { readonly lock: string; readonly line: number }[];
}

/** A `struct hc_driver` and its fields, as they are written. */
export interface SourceDriver {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
}

/** A call that was asked for, and where it stands. */
export interface SourceCall {
  readonly name: string;
  readonly args: readonly string[];
  readonly path: string;
  readonly line: number;
}

/** What the model needs of one file of C. */
export interface SourceFile {
  readonly path: string;
  readonly functions: readonly SourceFunction[];
  readonly drivers: readonly SourceDriver[];
  /** The calls that were asked for, inside functions and out. */
  readonly calls: readonly SourceCall[];
  readonly members: readonly SourceMember[];
}

/** A plain name or number that is assigned to a member: "isr" and "generic_interrupt", "sg_tablesize" and "~0". */
export interface SourceMember {
  readonly member: string;
  readonly value: string;
  readonly line: number;
}

interface Chunk {
  readonly code: CCode;
  readonly lines: readonly string[];
  /** Lines of the file above it. */
  readonly above: number;
  readonly path: string;
}

/**
 * Reads a file in pieces that end with a `}` in the first column, as every function and every structure does in the
 * kernel: a brace that a conditional leaves open spoils its own function and no other. `callNames` are the calls to keep.
 */
export function readSource(path: string, text: string, callNames: ReadonlySet<string>): SourceFile {
  const chunks = chunksOf(path, text.split('\n'));
  return {
    path,
    functions: chunks.flatMap(functionsOf),
    drivers: chunks.flatMap(driversOf),
    calls: chunks.flatMap((chunk) => callsOf(chunk, callNames)),
    members: chunks.flatMap(membersOf),
  };
}

function chunksOf(path: string, lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = [];
  let above = 0;
  lines.forEach((line, index) => {
    if (!line.startsWith('}') && index + 1 < lines.length) return;
    const own = lines.slice(above, index + 1);
    chunks.push({ code: codeOf(own), lines: own, above, path });
    above = index + 1;
  });
  return chunks;
}

function functionsOf({ code, lines, above, path }: Chunk): SourceFunction[] {
  return findFunctions(code).map(({ name, open, end }) => {
    const body = code.tokens.slice(open, end);
    const first = body[0]?.line ?? 0;
    const last = body.at(-1)?.line ?? first;
    const lineOf = (call: CCall): number => above + (code.tokens[call.at]?.line ?? 0) + 1;
    return {
      name,
      path,
      line: above + first + 1,
      text: lines.slice(first, last + 1).join('\n'),
      callees: calleesOf(body),
      locks: findCalls(code, LOCK_CALLS)
        .filter(({ at }) => at > open && at < end)
        .map((call) => ({ lock: lockName(call.args[0] ?? ''), line: lineOf(call) })),
    };
  });
}

function calleesOf(body: readonly CToken[]): Set<string> {
  return new Set(
    body.filter(({ kind }, at) => kind === 'word' && body[at + 1]?.text === '(').map(({ text }) => text),
  );
}

function callsOf({ code, above, path }: Chunk, names: ReadonlySet<string>): SourceCall[] {
  return findCalls(code, names).map(({ name, args, at }) => ({
    name,
    args,
    path,
    line: above + (code.tokens[at]?.line ?? 0) + 1,
  }));
}

function membersOf({ code: { tokens }, above }: Chunk): SourceMember[] {
  return tokens.flatMap(({ text, line }, at) => {
    const [member, equals] = tokens.slice(at + 1, at + 3);
    if ((text !== '.' && text !== '->') || equals?.text !== '=') return [];
    const value = plainValue(tokens, at + 3);
    return value === null ? [] : [{ member: member?.text ?? '', value, line: above + line + 1 }];
  });
}

/** The one name or number at `at`, with a `~` before it or not, when nothing else is in the expression. */
function plainValue(tokens: readonly CToken[], at: number): string | null {
  const isInverted = tokens[at]?.text === '~';
  const [value, end] = tokens.slice(isInverted ? at + 1 : at, at + 3);
  if (value?.kind !== 'word' && value?.kind !== 'number') return null;
  return end?.text === ';' || end?.text === ',' ? `${isInverted ? '~' : ''}${value.text}` : null;
}

function driversOf({ code, above, path }: Chunk): SourceDriver[] {
  const { tokens, closes } = code;
  return tokens.flatMap((token, at) => {
    const open = at + 3;
    const isInitialiser =
      token.text === 'hc_driver' && tokens[at + 2]?.text === '=' && tokens[open]?.text === '{';
    const close = isInitialiser ? (closes[open] ?? -1) : -1;
    if (close < 0) return [];
    const fields = fieldsOf(tokens.slice(open + 1, close));
    return [{ name: tokens[at + 1]?.text ?? '', path, line: above + token.line + 1, fields }];
  });
}

/** `.name = value` of an initialiser, between its braces. */
function fieldsOf(tokens: readonly CToken[]): Map<string, string> {
  const fields = new Map<string, string>();
  let name: string | null = null;
  for (const [at, { text }] of tokens.entries()) {
    if (text === '.' && tokens[at + 2]?.text === '=') name = tokens[at + 1]?.text ?? '';
    else if (name !== null && text !== ',' && !isFieldHead(tokens, at))
      fields.set(name, `${fields.get(name) ?? ''} ${text}`.trim());
  }
  return fields;
}

/** The name and the `=` behind the dot. */
function isFieldHead(tokens: readonly CToken[], at: number): boolean {
  const isDot = (index: number): boolean => tokens[index]?.text === '.' && tokens[index + 2]?.text === '=';
  return isDot(at - 1) || isDot(at - 2);
}
