import { functionAround } from '../c-calls.ts';
import { type CToken, textOf } from '../c-tokens.ts';
import type { Side } from '../patch-sides.ts';
import type { NamedChange } from '../pattern.ts';
import type { HunkRest } from '../unexplained.ts';

/** Tokens of an expression that are compared. */
const ASSIGNED_MAX = 80;

/** A number with a name, on both sides of one hunk. */
export interface ConstantChange extends NamedChange {
  readonly name: string;
}

/** How much more often some words stand after than before, in one file. */
export function wordDelta(rests: readonly HunkRest[], isWord: (text: string) => boolean): number {
  const count = (tokens: readonly CToken[]): number => tokens.filter(({ text }) => isWord(text)).length;
  return rests.reduce((sum, { before, after }) => sum + count(after) - count(before), 0);
}

/** The rests of each file. */
export function byFile(rests: readonly HunkRest[]): (readonly HunkRest[])[] {
  const files = new Map<string, HunkRest[]>();
  for (const rest of rests) files.set(rest.hunk.path, [...(files.get(rest.hunk.path) ?? []), rest]);
  return [...files.values()];
}

/** Where words of the one kind give way to words of the other, or the reverse, within a file. */
export function replacing(
  from: ReadonlySet<string>,
  to: ReadonlySet<string>,
): (rests: readonly HunkRest[]) => NamedChange[] {
  return (rests) =>
    byFile(rests).flatMap((own) => {
      const lost = wordDelta(own, (text) => from.has(text));
      const won = wordDelta(own, (text) => to.has(text));
      if (lost * won >= 0) return [];
      const gone = wordThat(own, 'before', lost < 0 ? from : to);
      const come = wordThat(own, 'after', lost < 0 ? to : from);
      return gone && come
        ? [{ path: come.path, line: come.line, detail: `${gone.word} → ${come.word}` }]
        : [];
    });
}

/** Where words come or go, within a file. */
export function comingOrGoing(
  isWord: (text: string) => boolean,
): (rests: readonly HunkRest[]) => NamedChange[] {
  return (rests) =>
    byFile(rests).flatMap((own) => {
      const delta = wordDelta(own, isWord);
      const found = delta === 0 ? null : changedWord(own, delta > 0 ? 'after' : 'before', isWord);
      return found
        ? [{ path: found.path, line: found.line, detail: `${delta > 0 ? '+' : '-'}${found.word}` }]
        : [];
    });
}

/** Where words come, go, move or get another condition: they stand in changed lines of a hunk that does not say the same. */
export function touching(isWord: (text: string) => boolean): (rests: readonly HunkRest[]) => NamedChange[] {
  return (rests) =>
    byFile(rests).flatMap((own) => {
      const changed = own.filter(({ before, after }) => textOf(before) !== textOf(after));
      const after = changedWord(changed, 'after', isWord);
      const before = changedWord(changed, 'before', isWord);
      const found = after ?? before;
      const sign = after === null ? '-' : before === null ? '+' : '';
      return found ? [{ path: found.path, line: found.line, detail: `${sign}${found.word}` }] : [];
    });
}

/** Where what is assigned to such a name is another expression, in the same hunk. */
export function assigned(isName: (name: string) => boolean): (rests: readonly HunkRest[]) => NamedChange[] {
  return (rests) =>
    rests.flatMap(({ hunk, before, after }) => {
      const old = assignmentsIn(before, isName);
      return [...assignmentsIn(after, isName)].flatMap(([name, { text, token }]) => {
        const was = old.get(name)?.text;
        if (was === undefined || was === text) return [];
        return [{ path: hunk.path, line: lineOf(hunk.after, token), detail: `${name} = ${text}` }];
      });
    });
}

/** The last assignment to each such name, with the text up to its semicolon or the next member. */
function assignmentsIn(
  tokens: readonly CToken[],
  isName: (name: string) => boolean,
): Map<string, { readonly text: string; readonly token: CToken }> {
  const found = new Map<string, { readonly text: string; readonly token: CToken }>();
  tokens.forEach((token, at) => {
    if (tokens[at + 1]?.text !== '=' || !isName(token.text)) return;
    const value = tokens.slice(at + 2, at + 2 + ASSIGNED_MAX);
    const end = value.findIndex(
      ({ text }, index) => text === ';' || (text === ',' && value[index + 1]?.text === '.'),
    );
    found.set(token.text, { text: textOf(end < 0 ? value : value.slice(0, end)), token });
  });
  return found;
}

/** Where a function with such a name is changed. */
export function within(isName: (name: string) => boolean): (rests: readonly HunkRest[]) => NamedChange[] {
  return (rests) =>
    byFile(rests).flatMap((own) => {
      const places = own
        .filter(({ before, after }) => textOf(before) !== textOf(after))
        .flatMap(changedFunctions);
      const found = places.find(({ name }) => isName(name));
      return found ? [{ path: found.path, line: found.line, detail: `${found.name}()` }] : [];
    });
}

/** The functions in sight that have changed lines on the side after, and the first of these lines. */
function changedFunctions({
  hunk,
}: HunkRest): { readonly name: string; readonly path: string; readonly line: number }[] {
  const { code, lines } = hunk.after;
  return code.tokens.flatMap((token, at) => {
    const name = lines[token.line]?.isChanged === true ? functionAround(code, at) : null;
    return name === null ? [] : [{ name, path: hunk.path, line: lineOf(hunk.after, token) }];
  });
}

/** Where a constant whose name ends like this gets another value. */
export function constant(endings: readonly string[]): (rests: readonly HunkRest[]) => NamedChange[] {
  const isIt = ({ name }: ConstantChange): boolean => endings.some((end) => name.toLowerCase().endsWith(end));
  return (rests) => constantChanges(rests).filter(isIt);
}

/** All that one or the other finds, the first for each line. */
export function either(
  ...finders: readonly ((rests: readonly HunkRest[]) => NamedChange[])[]
): (rests: readonly HunkRest[]) => NamedChange[] {
  return (rests) => {
    const all = finders.flatMap((find) => find(rests));
    return all.filter(
      ({ path, line }, at) => all.findIndex((one) => one.path === path && one.line === line) === at,
    );
  };
}

/** `#define NAME value` and `name = number`, where the value differs. */
export function constantChanges(rests: readonly HunkRest[]): ConstantChange[] {
  return rests.flatMap(({ hunk, before, after }) => {
    const old = constantsIn(before);
    return [...constantsIn(after)].flatMap(([name, { value, token }]) => {
      const was = old.get(name)?.value;
      if (was === undefined || was === value) return [];
      const line = lineOf(hunk.after, token);
      return [{ name, path: hunk.path, line, detail: `${name} ${was} → ${value}` }];
    });
  });
}

function constantsIn(
  tokens: readonly CToken[],
): Map<string, { readonly value: string; readonly token: CToken }> {
  const constants = new Map<string, { readonly value: string; readonly token: CToken }>();
  tokens.forEach((token, at) => {
    const name = tokens[at + 1];
    const value = tokens[at + 2];
    if (token.text === 'define' && name && value?.line === name.line)
      constants.set(name.text, { value: lineFrom(tokens, at + 2), token: name });
    if (token.kind === 'word' && name?.text === '=' && value?.kind === 'number')
      constants.set(token.text, { value: value.text, token });
  });
  return constants;
}

function lineFrom(tokens: readonly CToken[], at: number): string {
  const line = tokens[at]?.line;
  const end = tokens.findIndex((token, index) => index > at && token.line !== line);
  return tokens
    .slice(at, end < 0 ? tokens.length : end)
    .map(({ text }) => text)
    .join(' ');
}

interface WordPlace {
  readonly word: string;
  readonly path: string;
  readonly line: number;
}

function wordThat(
  rests: readonly HunkRest[],
  side: 'before' | 'after',
  words: ReadonlySet<string>,
): WordPlace | null {
  return changedWord(rests, side, (text) => words.has(text));
}

/** The first such word in a line that the diff changes. */
function changedWord(
  rests: readonly HunkRest[],
  side: 'before' | 'after',
  isWord: (text: string) => boolean,
): WordPlace | null {
  for (const rest of rests) {
    const token = rest[side].find(
      ({ text, line }) => isWord(text) && rest.hunk[side].lines[line]?.isChanged === true,
    );
    if (token) return { word: token.text, path: rest.hunk.path, line: lineOf(rest.hunk[side], token) };
  }
  return null;
}

function lineOf(side: Side, token: CToken): number {
  return side.lines[token.line]?.number ?? 0;
}
