import { type CCall, type CCode, findCalls, findFunctions } from './c-calls.ts';
import { type CToken, textOf } from './c-tokens.ts';
import type { HunkSides, Side } from './patch-sides.ts';

const LEVELS = '(?:v?dbg|debug|info|notice|warn|warning|err|error|crit|emerg|printk)';
const PRINTERS = '(?:dev|netdev|netif|xhci|ehci|ohci|oxu|fotg210|isp1760|musb|uvc|hid|sdev|PWC|usb)';
const MESSAGE = new RegExp(`^(?:trace_\\w+|printk\\w*|pr_\\w+|${PRINTERS}_${LEVELS}\\w*)$`, 'i');
const ANNOTATIONS = new Set(['__releases', '__acquires', '__must_hold', '__must_check', '__maybe_unused']);
/** Calls inside a message's arguments that only look at a value. */
const LOOKS = /^(?:dev_name|PTR_ERR|ERR_PTR|(?:le|be)(?:16|32|64)_to_cpu|usb_(?:endpoint|pipe)\w*|sizeof)$/;
const ASSIGNS = new Set(['=', '++', '--', '+=', '-=', '|=', '&=', '^=', '<<=', '>>=', '*=', '/=', '%=']);
const STATEMENT_ENDS = new Set([';', '{', '}', ':']);

/**
 * The tokens of a side without what has no effect on the giveback path: messages, traces and annotations. A message that
 * is the whole body of an `if` leaves its semicolon behind, so that the `if` does not swallow the next statement.
 */
export function effectiveTokens(side: Side, without: ReadonlySet<CToken>): CToken[] {
  const { tokens } = side.code;
  const dropped = new Set(without);
  for (const call of [...messages(side.code), ...annotations(side.code)])
    for (const token of tokens.slice(call.at, call.end)) dropped.add(token);
  return tokens.filter((token) => !dropped.has(token));
}

/** Functions that stand whole on both sides of a patch with the same text, wherever: they were moved, if anything. */
export function movedTokens(hunks: readonly HunkSides[]): Set<CToken> {
  const after = new Map<string, CToken[][]>();
  for (const definition of hunks.flatMap((hunk) => definitions(hunk.after))) {
    const text = textOf(definition);
    after.set(text, [...(after.get(text) ?? []), definition]);
  }
  const moved = new Set<CToken>();
  for (const definition of hunks.flatMap((hunk) => definitions(hunk.before)))
    for (const token of partnered(definition, after)) moved.add(token);
  return moved;
}

function partnered(definition: readonly CToken[], after: ReadonlyMap<string, CToken[][]>): readonly CToken[] {
  const partner = after.get(textOf(definition))?.pop();
  return partner ? [...definition, ...partner] : [];
}

/** Each whole function of a side, with the words of its type. */
function definitions({ code }: Side): CToken[][] {
  return findFunctions(code).map(({ at, end }) => code.tokens.slice(typeStart(code, at), end));
}

function typeStart({ tokens }: CCode, name: number): number {
  let at = name;
  while (at > 0) {
    const before = tokens[at - 1];
    const isType = before?.kind === 'word' || before?.text === '*';
    if (!isType || isDirective(tokens, at - 1)) break;
    at -= 1;
  }
  return at;
}

/** Whether the token stands in a line that begins with `#`. */
function isDirective(tokens: readonly CToken[], at: number): boolean {
  const line = tokens[at]?.line;
  let first = at;
  while (first > 0 && tokens[first - 1]?.line === line) first -= 1;
  return tokens[first]?.text === '#';
}

/** Each message statement; with its semicolon where it stands as a statement of its own. */
function messages(code: CCode): { readonly at: number; readonly end: number }[] {
  const names = new Set(code.tokens.filter(({ text }) => MESSAGE.test(text)).map(({ text }) => text));
  return findCalls(code, names)
    .filter((call) => code.tokens[call.end]?.text === ';' && onlyLooks(code, call))
    .map(({ at, end }) => ({ at, end: isStatement(code, at) ? end + 1 : end }));
}

function isStatement({ tokens }: CCode, at: number): boolean {
  return STATEMENT_ENDS.has(tokens[at - 1]?.text ?? '');
}

/** Whether a call's arguments neither assign nor call anything that could have an effect. */
function onlyLooks({ tokens }: CCode, call: CCall): boolean {
  for (let at = call.at + 2; at < call.end - 1; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'sign', text: '' };
    if (ASSIGNS.has(text)) return false;
    if (kind === 'word' && tokens[at + 1]?.text === '(' && !LOOKS.test(text)) return false;
  }
  return true;
}

function annotations(code: CCode): { readonly at: number; readonly end: number }[] {
  return code.tokens.flatMap(({ text }, at) => {
    if (!ANNOTATIONS.has(text)) return [];
    const close = code.tokens[at + 1]?.text === '(' ? (code.closes[at + 1] ?? -1) : -1;
    return [{ at, end: (close < 0 ? at : close) + 1 }];
  });
}
