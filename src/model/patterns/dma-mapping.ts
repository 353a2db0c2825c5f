import { type CCall, findCalls } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import type { Found, FoundChange, SimulatedPattern } from '../pattern.ts';

const COHERENT = new Set(['usb_alloc_coherent', 'usb_buffer_alloc']);
const CACHED = new Set(['kmalloc', 'kzalloc', 'kcalloc', 'kmalloc_array', 'usb_alloc_noncoherent']);
const FREES = ['usb_free_coherent', 'usb_buffer_free', 'kfree', 'usb_free_noncoherent'];
const OWN_CALLS: ReadonlySet<string> = new Set([...COHERENT, ...CACHED, ...FREES]);
/** Tokens on either side of an assignment's member that belong to its statement at most. */
const STATEMENT_MAX = 100;
const NO_MAP = 'URB_NO_TRANSFER_DMA_MAP';

interface Allocation {
  readonly hunk: HunkSides;
  readonly side: Side;
  readonly call: CCall;
}

/**
 * Transfer buffers that are no longer coherent memory, or become it: the one allocation takes the other's place in a
 * file. Source: usb-model, P11 and P12
 */
export const dmaMapping: SimulatedPattern = {
  codes: ['P11', 'P12'],
  what: 'kind of memory of transfer buffers',
  sets: 'buffers.kind',
  effect: 'reading cached memory is 5 to 27 times as fast where DMA is not coherent, and each URB is mapped',
  hazards: ['H10'],
  find: findDmaMapping,
};

function findDmaMapping(hunks: readonly HunkSides[]): Found {
  const paths = [...new Set(hunks.map(({ path }) => path))];
  const files = paths.map((path) => hunks.filter((hunk) => hunk.path === path));
  const found = files
    .map((own) => ({ own, changes: changeOf(own) }))
    .filter(({ changes }) => changes.length > 0);
  const sides = found.flatMap(({ own }) => own.flatMap(({ before, after }) => [before, after]));
  return { changes: found.flatMap(({ changes }) => changes), explained: new Set(sides.flatMap(ownTokens)) };
}

/** A file that loses coherent allocations and gains others, or the reverse: often through a new helper. */
function changeOf(hunks: readonly HunkSides[]): FoundChange[] {
  const [coherentBefore, coherentAfter] = allocations(hunks, COHERENT);
  const [cachedBefore, cachedAfter] = allocations(hunks, CACHED);
  const coherent = coherentAfter.length - coherentBefore.length;
  const cached = cachedAfter.length - cachedBefore.length;
  if (coherent < 0 && cached > 0) return changeAt(cachedAfter.filter(isChanged), 'buffers-cached');
  if (coherent > 0 && cached < 0) return changeAt(coherentAfter.filter(isChanged), 'buffers-coherent');
  return [];
}

function allocations(
  hunks: readonly HunkSides[],
  names: ReadonlySet<string>,
): readonly [Allocation[], Allocation[]] {
  const on = (name: 'before' | 'after'): Allocation[] =>
    hunks.flatMap((hunk) => {
      const side = hunk[name];
      return findCalls(side.code, names).map((call) => ({ hunk, side, call }));
    });
  return [on('before'), on('after')];
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
  return [{ ...change, subject: first.hunk.path }];
}

/** Allocations, frees and the flag that goes with coherent memory, where their lines changed. */
function ownTokens(side: Side): CToken[] {
  const { tokens } = side.code;
  const calls = findCalls(side.code, OWN_CALLS).filter(({ at }) => lineAt(side, at).isChanged);
  const flags = tokens.flatMap((token, at) =>
    token.text === NO_MAP && lineAt(side, at).isChanged ? flagTokens(tokens, at) : [],
  );
  const addresses = tokens.flatMap((token, at) =>
    token.text === 'transfer_dma' && lineAt(side, at).isChanged ? assignment(tokens, at) : [],
  );
  return [...calls.flatMap(({ at, end }) => tokens.slice(at, end)), ...flags, ...addresses];
}

/** The whole statement that gives an URB the bus address of coherent memory; nothing when the address is only read. */
function assignment(tokens: readonly CToken[], at: number): CToken[] {
  const isEnd = ({ text }: CToken): boolean => text === ';' || text === '{' || text === '}';
  const before = tokens.slice(Math.max(0, at - STATEMENT_MAX), at);
  const after = tokens.slice(at, at + STATEMENT_MAX);
  const end = after.findIndex(isEnd);
  if (after[1]?.text !== '=' || end < 0) return [];
  return [...before.slice(before.findLastIndex(isEnd) + 1), ...after.slice(0, end + 1)];
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
