import { type CCode, functionAround } from '../c-calls.ts';
import type { Hazard } from '../hcd.ts';
import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import type { HazardCheck } from './hazard-check.ts';
import { sleepsBelowEntries } from './sleep-below-entry.ts';
import { SLEEPERS } from './sleeping-calls.ts';

/** How completion handlers are called. Other functions take an URB too, and may sleep. */
const HANDLER = /complet|callback|_cb$|_irq$|_irq_in$|_irq_out$|_handler$|_intr$/;
const SECTION = /^(?:static )?void (\w+) ?\(struct urb \*/;

/**
 * Code that must not sleep and does: in the whole files where a tree is at hand, and in the diff's own lines where the
 * files do not tell who calls a handler. Source: usb-model, P17 and H6
 */
export const sleepInAtomic: HazardCheck = {
  code: 'H6',
  find: ({ hunks, modules }) => {
    const below = modules.flatMap(sleepsBelowEntries);
    const isKnown = ({ where, because }: Hazard): boolean =>
      below.some((one) => one.where?.file === where?.file && firstWord(one.because) === firstWord(because));
    return [...below, ...findSleeps(hunks).filter((hazard) => !isKnown(hazard))];
  },
};

/** The function that a sentence is about; lines of a diff are not those of a tree that has moved on. */
function firstWord(text: string): string {
  return text.split(' ', 1)[0] ?? '';
}

/**
 * A completion handler that a patch lets sleep: complete() runs in hardirq or in softirq, with HCD_BH as without it.
 * Known by its signature and its name, and only where the words are new in its hunk.
 */
function findSleeps(hunks: readonly HunkSides[]): Hazard[] {
  return hunks.flatMap((hunk) => {
    const words = newWords(hunk);
    if (words.size === 0) return [];
    const takers = urbFunctions(hunk.after.code);
    const found = new Map<string, Hazard>();
    for (const [at, { text }] of hunk.after.code.tokens.entries()) {
      const isSuspect = words.has(text) && lineAt(hunk.after, at).isChanged;
      const handler = isSuspect ? handlerAround(hunk, at, takers) : null;
      if (handler !== null && !found.has(handler)) found.set(handler, hazardAt(hunk, at, handler));
    }
    return [...found.values()];
  });
}

/** The words that stand more often after than before: a line that only moves is no news. */
function newWords({ before, after }: HunkSides): ReadonlySet<string> {
  const old = sleepersIn(before);
  return new Set(
    [...sleepersIn(after)].filter(([word, count]) => count > (old.get(word) ?? 0)).map(([word]) => word),
  );
}

function sleepersIn({ code }: Side): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of code.tokens) if (SLEEPERS.has(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function handlerAround(
  { after, section }: HunkSides,
  at: number,
  takers: ReadonlySet<string>,
): string | null {
  const own = functionAround(after.code, at);
  if (own !== null) return HANDLER.test(own) && takers.has(own) ? own : null;
  const named = SECTION.exec(section)?.[1] ?? '';
  return HANDLER.test(named) && (after.code.heads[0]?.open ?? at) >= at ? named : null;
}

/** The names of the functions whose head is `void name(struct urb *…)`. */
function urbFunctions({ tokens, heads }: CCode): ReadonlySet<string> {
  return new Set(
    heads.flatMap(({ at }) => {
      const [name, open, struct, urb, pointer] = tokens.slice(at, at + 5).map(({ text }) => text);
      const isUrb = open === '(' && struct === 'struct' && urb === 'urb' && pointer === '*';
      return name !== undefined && isUrb && tokens[at - 1]?.text === 'void' ? [name] : [];
    }),
  );
}

function hazardAt({ path, after }: HunkSides, at: number, handler: string): Hazard {
  const { number, text } = lineAt(after, at);
  return {
    kind: 'sleep-in-atomic',
    severity: 'error',
    trace: ['usb_hcd_giveback_urb', '__usb_hcd_giveback_urb', handler, text.trim()],
    where: { file: path, line: number },
    because:
      `${handler}() is a completion handler: it runs in interrupt context, or in a tasklet with HCD_BH, and must not ` +
      `sleep, which ${after.code.tokens[at]?.text ?? ''} allows.`,
  };
}
