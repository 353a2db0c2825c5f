import type { CToken } from './c-tokens.ts';

const KEYWORDS = new Set(
  [
    'return',
    'goto',
    'case',
    'else',
    'do',
    'if',
    'while',
    'for',
    'switch',
    'sizeof',
    'int',
    'long',
    'short',
    'char',
  ].concat(
    [
      'unsigned',
      'signed',
      'void',
      'bool',
      'struct',
      'union',
      'enum',
      'static',
      'const',
      'volatile',
      'inline',
      'break',
    ],
    [
      'continue',
      'NULL',
      'true',
      'false',
      'u8',
      'u16',
      'u32',
      'u64',
      's8',
      's16',
      's32',
      's64',
      'float',
      'double',
    ],
  ),
);
const AFTER_DECLARED = new Set(['(', ';', '=', ',', '[', ')']);

/** What stands in the way of one hunk's two texts being equal. */
export interface TokenPair {
  readonly before: readonly CToken[];
  readonly after: readonly CToken[];
}

/**
 * Old names and their new ones: words that differ where all else is equal, one to one over all hunks, and whose
 * declaration is in sight. Anything less could be another function that is called, or another variable that is read.
 */
export function findRenames(pairs: readonly TokenPair[]): ReadonlyMap<string, string> {
  const renames = candidates(pairs);
  const before = wordsOf(pairs.map((pair) => pair.before));
  const after = wordsOf(pairs.map((pair) => pair.after));
  const declared = declaredWords(pairs.map((pair) => pair.before));
  const taken = new Set<string>();
  return new Map(
    [...renames].filter(([from, to]) => {
      const isSound = declared.has(from) && !after.has(from) && !before.has(to) && !taken.has(to);
      taken.add(to);
      return isSound;
    }),
  );
}

function candidates(pairs: readonly TokenPair[]): Map<string, string> {
  const renames = new Map<string, string>();
  const contradicted = new Set<string>();
  for (const { before, after } of pairs) {
    if (!differOnlyInWords(before, after)) continue;
    for (const [index, { text: from }] of before.entries()) {
      const to = after[index]?.text ?? '';
      if (from === to) continue;
      if ((renames.get(from) ?? to) !== to) contradicted.add(from);
      renames.set(from, to);
    }
  }
  for (const name of contradicted) renames.delete(name);
  return renames;
}

function differOnlyInWords(before: readonly CToken[], after: readonly CToken[]): boolean {
  if (before.length !== after.length) return false;
  return before.every((token, index) => {
    const other = after[index];
    if (other === undefined) return false;
    return token.text === other.text || (!isMember(before, index) && isName(token) && isName(other));
  });
}

function isName({ kind, text }: CToken): boolean {
  return kind === 'word' && !KEYWORDS.has(text) && !text.endsWith('_t');
}

function wordsOf(sides: readonly (readonly CToken[])[]): Set<string> {
  return new Set(
    sides.flatMap((tokens) => tokens.filter((_, at) => !isMember(tokens, at)).map(({ text }) => text)),
  );
}

/** The member of a structure has a name of its own: `regs->count` is not the variable `count`. */
export function isMember(tokens: readonly CToken[], at: number): boolean {
  const before = tokens[at - 1]?.text;
  return before === '->' || before === '.';
}

/** Names with a type before them, or behind `#define`. */
function declaredWords(sides: readonly (readonly CToken[])[]): Set<string> {
  const declared = new Set<string>();
  for (const tokens of sides)
    for (const [at, token] of tokens.entries()) if (isDeclaration(tokens, at)) declared.add(token.text);
  return declared;
}

function isDeclaration(tokens: readonly CToken[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.text === 'define') return true;
  const isTyped = before?.kind === 'word' && !['return', 'goto', 'case', 'else'].includes(before.text);
  const isPointer = before?.text === '*' && tokens[at - 2]?.kind === 'word';
  return (isTyped || isPointer) && AFTER_DECLARED.has(tokens[at + 1]?.text ?? '');
}
