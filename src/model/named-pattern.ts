import type { CToken } from './c-tokens.ts';
import type { Side } from './patch-sides.ts';
import type { HunkRest } from './unexplained.ts';

/** A change that can be told by name, although the simulator has no parameter for it. */
export interface NamedChange {
  readonly path: string;
  readonly line: number;
  /** What it was and what it is: "RX_URBS 4 → 8". */
  readonly detail: string;
}

/** One kind of such a change. `code` is its number in usb-model, section 5. */
export interface NamedPattern {
  readonly code: string;
  readonly what: string;
  readonly find: (rests: readonly HunkRest[]) => NamedChange[];
}

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

/** The pattern that words of the one kind give way to words of the other, or the reverse, within a file. */
export function replacing(
  names: Pick<NamedPattern, 'code' | 'what'>,
  from: ReadonlySet<string>,
  to: ReadonlySet<string>,
): NamedPattern {
  const find = (rests: readonly HunkRest[]): NamedChange[] =>
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
  return { ...names, find };
}

/** The pattern that words come or go, within a file. */
export function comingOrGoing(
  names: Pick<NamedPattern, 'code' | 'what'>,
  isWord: (text: string) => boolean,
): NamedPattern {
  const find = (rests: readonly HunkRest[]): NamedChange[] =>
    byFile(rests).flatMap((own) => {
      const delta = wordDelta(own, isWord);
      const found = delta === 0 ? null : changedWord(own, delta > 0 ? 'after' : 'before', isWord);
      return found
        ? [{ path: found.path, line: found.line, detail: `${delta > 0 ? '+' : '-'}${found.word}` }]
        : [];
    });
  return { ...names, find };
}

/** The pattern that a constant whose name tells what it counts gets another value. */
export function constant(
  names: Pick<NamedPattern, 'code' | 'what'>,
  endings: readonly string[],
): NamedPattern {
  const isIt = ({ name }: ConstantChange): boolean => endings.some((end) => name.toLowerCase().endsWith(end));
  return { ...names, find: (rests) => constantChanges(rests).filter(isIt) };
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
