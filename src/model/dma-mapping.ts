import { type CCall, findCalls, functionAround } from './c-calls.ts';
import type { CToken } from './c-tokens.ts';
import { type HunkSides, lineAt, type Side, sectionName } from './patch-sides.ts';
import type { Found, FoundChange, Pattern } from './pattern.ts';

const COHERENT = new Set(['usb_alloc_coherent', 'usb_buffer_alloc']);
const CACHED = new Set(['kmalloc', 'kzalloc', 'kcalloc', 'kmalloc_array', 'usb_alloc_noncoherent']);
const FREES = ['usb_free_coherent', 'usb_buffer_free', 'kfree', 'usb_free_noncoherent'];
const OWN_CALLS: ReadonlySet<string> = new Set([...COHERENT, ...CACHED, ...FREES]);
const NO_MAP = 'URB_NO_TRANSFER_DMA_MAP';

interface Allocation {
  readonly function: string;
  readonly hunk: HunkSides;
  readonly side: Side;
  readonly call: CCall;
}

/**
 * Transfer buffers that are no longer coherent memory, or become it: the one allocation takes the other's place in a
 * function. Source: usb-model, P11 and P12
 */
export const dmaMapping: Pattern = { code: 'P11', find: findDmaMapping };

function findDmaMapping(hunks: readonly HunkSides[]): Found {
  const changes = [...functionsOf(hunks)].flatMap((name) => changeOf(name, hunks));
  const sides = changes.length === 0 ? [] : hunks.flatMap(({ before, after }) => [before, after]);
  return { changes, explained: new Set(sides.flatMap(ownTokens)) };
}

function functionsOf(hunks: readonly HunkSides[]): Set<string> {
  const all = hunks.flatMap((hunk) => allocations(hunk, hunk.before, COHERENT));
  const later = hunks.flatMap((hunk) => allocations(hunk, hunk.after, COHERENT));
  return new Set([...all, ...later].map((allocation) => allocation.function));
}

function changeOf(name: string, hunks: readonly HunkSides[]): FoundChange[] {
  const [coherentBefore, coherentAfter] = inFunction(name, hunks, COHERENT);
  const [cachedBefore, cachedAfter] = inFunction(name, hunks, CACHED);
  const coherent = coherentAfter.length - coherentBefore.length;
  const cached = cachedAfter.length - cachedBefore.length;
  if (coherent < 0 && cached > 0) return changeAt(cachedAfter.filter(isChanged), 'buffers-cached');
  if (coherent > 0 && cached < 0) return changeAt(coherentAfter.filter(isChanged), 'buffers-coherent');
  return [];
}

function inFunction(
  name: string,
  hunks: readonly HunkSides[],
  names: ReadonlySet<string>,
): readonly [Allocation[], Allocation[]] {
  const own = (side: 'before' | 'after'): Allocation[] =>
    hunks
      .flatMap((hunk) => allocations(hunk, hunk[side], names))
      .filter((allocation) => allocation.function === name);
  return [own('before'), own('after')];
}

function allocations(hunk: HunkSides, side: Side, names: ReadonlySet<string>): Allocation[] {
  return findCalls(side.code, names).map((call) => ({
    function: functionAround(side.code, call.at) ?? sectionName(hunk.section) ?? hunk.path,
    hunk,
    side,
    call,
  }));
}

function isChanged({ side, call }: Allocation): boolean {
  return lineAt(side, call.at).isChanged;
}

function changeAt(
  [first]: readonly Allocation[],
  kind: 'buffers-cached' | 'buffers-coherent',
): FoundChange[] {
  if (first === undefined) return [];
  const line = lineAt(first.side, first.call.at);
  const kinds = ['coherent', 'cached'];
  const [from = '', to = ''] = kind === 'buffers-cached' ? kinds : kinds.reverse();
  const change = { kind, from, to, file: first.hunk.path, line: line.number, evidence: line.text.trim() };
  return [{ ...change, subject: first.function }];
}

/** Allocations, frees and the flag that goes with coherent memory, where their lines changed. */
function ownTokens(side: Side): CToken[] {
  const { tokens } = side.code;
  const calls = findCalls(side.code, OWN_CALLS).filter(({ at }) => lineAt(side, at).isChanged);
  const flags = tokens.flatMap((token, at) =>
    token.text === NO_MAP && lineAt(side, at).isChanged ? flagTokens(tokens, at) : [],
  );
  return [...calls.flatMap(({ at, end }) => tokens.slice(at, end)), ...flags];
}

/** The flag with the `|` that joins it, or the whole statement when it sets nothing else. */
function flagTokens(tokens: readonly CToken[], at: number): CToken[] {
  const before = tokens[at - 1]?.text;
  const after = tokens[at + 1]?.text;
  if (before === '|') return tokens.slice(at - 1, at + 1);
  if (after === '|') return tokens.slice(at, at + 2);
  const isWhole = (before === '=' || before === '|=') && after === ';' && tokens[at - 3]?.text === '->';
  return tokens.slice(isWhole ? at - 4 : at, isWhole ? at + 2 : at + 1);
}
