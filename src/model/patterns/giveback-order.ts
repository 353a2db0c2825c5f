import { findCalls, functionAround } from '../c-calls.ts';
import { lineAt, type Side, sectionName } from '../patch-sides.ts';
import type { NamedChange, NamedPattern } from '../pattern.ts';
import type { HunkRest } from '../unexplained.ts';

const GIVEBACK = /(?:^|_)giveback(?:_|$)|^usb_hcd_giveback_urb$/;
const START = /(?:^|_)(?:start_urb|start_next|schedule_next|start_transfer|kick_transfer)(?:_|$)/;

/** The next transfer started before the last one is given back, or after it. Source: usb-model, P28; musb_advance_schedule() */
export const givebackOrder: NamedPattern = {
  codes: ['P28'],
  what: 'order of giveback and next transfer',
  sets: 'overlap of complete() and the bus',
  effect: 'the bus does not stand idle while complete() runs',
  hazards: ['H5'],
  notPlayed: 'the simulated musb gives back first, as that of Linux 6.1 does',
  findNamed: (rests) => rests.flatMap(reordered),
};

/** A function in which the two kinds of call change places. */
function reordered({ hunk }: HunkRest): NamedChange[] {
  const section = sectionName(hunk.section);
  const before = orders(hunk.before, section);
  return [...orders(hunk.after, section)].flatMap(([name, { isStartFirst, at }]) => {
    const was = before.get(name);
    if (was === undefined || was.isStartFirst === isStartFirst) return [];
    const words = ['giveback first', 'next transfer first'];
    const [from = '', to = ''] = isStartFirst ? words : words.reverse();
    return [{ path: hunk.path, line: lineAt(hunk.after, at).number, detail: `${name}(): ${from} → ${to}` }];
  });
}

interface Order {
  readonly isStartFirst: boolean;
  readonly at: number;
}

/** Of each function that has both calls in sight, which comes first; `section` is the one the hunk begins in. */
function orders({ code }: Side, section: string | null): ReadonlyMap<string, Order> {
  const names = new Set(
    code.tokens.map(({ text }) => text).filter((text) => GIVEBACK.test(text) || START.test(text)),
  );
  const found = new Map<string, { giveback?: number; start?: number }>();
  for (const { name, at } of findCalls(code, names)) {
    const own = functionAround(code, at) ?? section;
    if (own === null || own === name) continue;
    const known = found.get(own) ?? {};
    if (GIVEBACK.test(name)) known.giveback ??= at;
    else known.start ??= at;
    found.set(own, known);
  }
  return new Map(
    [...found].flatMap(([name, { giveback, start }]): [string, Order][] =>
      giveback === undefined || start === undefined
        ? []
        : [[name, { isStartFirst: start < giveback, at: Math.min(start, giveback) }]],
    ),
  );
}
