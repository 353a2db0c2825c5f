/** A token of C. `line` counts from 0 in the lines that were given. */
export interface CToken {
  readonly kind: 'word' | 'number' | 'string' | 'sign';
  readonly text: string;
  readonly line: number;
}

const WORD_START = /[A-Za-z_$]/;
const WORD = /[A-Za-z0-9_$]/;
const DIGIT = /[0-9]/;
const NUMBER = /[A-Za-z0-9_.]/;
const SPACE = /\s/;
const SIGNS = ['<<=', '>>=', '...', '->', '++', '--', '<<', '>>', '<=', '>=', '==', '!=', '&&', '||'].concat([
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '##',
]);

/** Where reading stands: inside a comment, inside `#if 0`, or in code. */
interface State {
  inComment: boolean;
  /** Depth of conditionals since an `#if 0`; 0 outside of one. */
  disabled: number;
}

/**
 * The tokens of some lines of C, which need not be a whole file. Comments, `#include` lines and what stands in `#if 0`
 * give none; spacing and line breaks leave no trace. Lines that begin inside a block comment are seen as such, when the
 * comment's end is among them or when every line has its star.
 */
export function tokensOf(lines: readonly string[]): CToken[] {
  const state: State = { inComment: startsInComment(lines), disabled: 0 };
  const tokens: CToken[] = [];
  lines.forEach((text, line) => {
    const code = withoutComments(text, state);
    if (!isOffByDirective(code, state)) readLine(code, line, tokens);
  });
  return tokens;
}

/** The texts of tokens with single blanks between them: the same for every way to lay the code out. */
export function textOf(tokens: readonly CToken[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

function startsInComment(lines: readonly string[]): boolean {
  for (const line of lines) {
    const opens = line.indexOf('/*');
    const closes = line.indexOf('*/');
    if (closes >= 0 && (opens < 0 || closes < opens)) return true;
    if (opens >= 0) return false;
  }
  const written = lines.filter((line) => line.trim() !== '');
  return written.length > 0 && written.every((line) => line.trimStart().startsWith('*'));
}

/** The line with its comments blanked; a string that holds comment signs keeps them. */
function withoutComments(text: string, state: State): string {
  let code = '';
  let at = 0;
  while (at < text.length) {
    if (state.inComment) {
      const end = text.indexOf('*/', at);
      if (end < 0) return code;
      state.inComment = false;
      code += ' ';
      at = end + 2;
    } else if (text.startsWith('/*', at)) {
      state.inComment = true;
      at += 2;
    } else if (text.startsWith('//', at)) {
      return code;
    } else {
      const end = endOfPiece(text, at);
      code += text.slice(at, end);
      at = end;
    }
  }
  return code;
}

/** One character further, or behind the string or character constant that begins here. */
function endOfPiece(text: string, at: number): number {
  const quote = text.charAt(at);
  if (quote !== '"' && quote !== "'") return at + 1;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text.charAt(end) === '\\') end += 1;
    else if (text.charAt(end) === quote) return end + 1;
  }
  return text.length;
}

/** Whether the line is without effect: an include, or code between `#if 0` and its end. */
function isOffByDirective(code: string, state: State): boolean {
  const directive = directiveOf(code);
  if (state.disabled === 0) {
    if (directive.name === 'if' && directive.rest === '0') state.disabled = 1;
    return directive.name === 'include' || state.disabled > 0;
  }
  if (directive.name.startsWith('if')) state.disabled += 1;
  if (directive.name === 'endif') state.disabled -= 1;
  if (state.disabled === 1 && (directive.name === 'else' || directive.name === 'elif')) state.disabled = 0;
  return true;
}

function directiveOf(code: string): { readonly name: string; readonly rest: string } {
  const text = code.trim();
  if (!text.startsWith('#')) return { name: '', rest: '' };
  const [name = '', ...rest] = text.slice(1).trim().split(/\s+/);
  return { name, rest: rest.join(' ') };
}

function readLine(code: string, line: number, tokens: CToken[]): void {
  let at = 0;
  while (at < code.length) {
    const first = code.charAt(at);
    if (SPACE.test(first) || (first === '\\' && code.slice(at + 1).trim() === '')) {
      at += 1;
      continue;
    }
    const { kind, end } = readToken(code, at);
    tokens.push({ kind, text: code.slice(at, end), line });
    at = end;
  }
}

function readToken(code: string, at: number): { readonly kind: CToken['kind']; readonly end: number } {
  const first = code.charAt(at);
  if (WORD_START.test(first)) return { kind: 'word', end: endOfRun(code, at, WORD) };
  if (DIGIT.test(first)) return { kind: 'number', end: endOfRun(code, at, NUMBER) };
  if (first === '"' || first === "'") return { kind: 'string', end: endOfPiece(code, at) };
  const sign = SIGNS.find((candidate) => code.startsWith(candidate, at)) ?? first;
  return { kind: 'sign', end: at + sign.length };
}

function endOfRun(code: string, at: number, member: RegExp): number {
  let end = at + 1;
  while (end < code.length && member.test(code.charAt(end))) end += 1;
  return end;
}
