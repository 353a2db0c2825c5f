import type { CToken } from '../c-tokens.ts';
import { THROTTLED, UNTHROTTLED } from '../gadget-changes.ts';
import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import type { Found, FoundChange, SimulatedPattern } from '../pattern.ts';

const FILE = 'drivers/usb/gadget/function/u_ether.c';

/**
 * u_ether asks for no interrupt at most of its transmit requests, by how many are under way, or no longer does.
 * Source: usb-model, P24; fd9afd3cbe40
 */
export const gadgetThrottling: SimulatedPattern = {
  codes: ['P24'],
  what: 'transmit requests of a gadget without an interrupt',
  sets: 'gadget.isEtherThrottled',
  effect: 'fewer interrupts of a link that is full, and skbs that wait for a later request to be freed',
  hazards: [],
  find: (hunks) => {
    const own = hunks.filter(({ path }) => path === FILE);
    const sides = own.map((hunk) => ({
      hunk,
      before: throttleIn(hunk.before),
      after: throttleIn(hunk.after),
    }));
    const changed = sides.filter(({ before, after }) => (before === null) !== (after === null));
    return {
      changes: changed.map(({ hunk, before, after }) => changeAt(hunk, before ?? after ?? 0, after !== null)),
      explained: new Set(changed.flatMap(({ hunk, before }) => changedTokens(hunk, before !== null))),
    } satisfies Found;
  },
};

/** Where `req->no_interrupt = ... tx_qlen % ...qmult ...;` stands in lines of code; null where it does not. */
function throttleIn({ code: { tokens } }: Side): number | null {
  const at = tokens.findIndex(
    ({ text }, index) => text === 'no_interrupt' && tokens[index + 1]?.text === '=',
  );
  if (at < 0) return null;
  const end = tokens.findIndex(({ text }, index) => index > at && text === ';');
  const words = new Set(tokens.slice(at, end < 0 ? tokens.length : end).map(({ text }) => text));
  return words.has('tx_qlen') && words.has('qmult') && words.has('%') ? at : null;
}

function changeAt(hunk: HunkSides, at: number, isAdded: boolean): FoundChange {
  const line = lineAt(isAdded ? hunk.after : hunk.before, at);
  return {
    kind: isAdded ? 'ether-throttling-added' : 'ether-throttling-removed',
    from: isAdded ? UNTHROTTLED : THROTTLED,
    to: isAdded ? THROTTLED : UNTHROTTLED,
    file: hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: 'eth_start_xmit/no_interrupt',
  };
}

/** From the condition above the assignment to its end, as far as these lines come or go. */
function changedTokens(hunk: HunkSides, isBefore: boolean): CToken[] {
  const side = isBefore ? hunk.before : hunk.after;
  const at = throttleIn(side) ?? 0;
  const { tokens } = side.code;
  const isChanged = (token: CToken | undefined): boolean => side.lines[token?.line ?? -1]?.isChanged === true;
  let from = at;
  while (isChanged(tokens[from - 1]) && tokens[from - 1]?.text !== ';' && tokens[from - 1]?.text !== '}')
    from -= 1;
  const end = tokens.findIndex(({ text }, index) => index > at && text === ';');
  return tokens.slice(from, end + 1).filter(isChanged);
}
