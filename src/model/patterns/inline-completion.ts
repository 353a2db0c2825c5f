import { type CCall, findCalls } from '../c-calls.ts';
import { lineAt, type Side } from '../patch-sides.ts';
import type { NamedChange, NamedPattern } from '../pattern.ts';
import type { HunkRest } from '../unexplained.ts';
import { DEFERRALS } from './deferral-words.ts';
import { byFile, wordDelta } from './named-pattern.ts';

/** Work that is done at once where it used to be put off to a tasklet or a work item, or the reverse. Source: usb-model, P09 */
export const inlineCompletion: NamedPattern = {
  codes: ['P09'],
  what: 'work done at once instead of later',
  sets: 'context of the work',
  effect: 'the giveback takes longer by the work, and the way to the tasklet or the thread is saved',
  hazards: ['H6', 'H12'],
  notPlayed:
    'a class driver of the simulator runs where its workload says, and the model has no parameter for that',
  findNamed: (rests) => byFile(rests).flatMap(findInFile),
};

/** A file that loses deferrals and gains none, and puts another call in the place of one. */
function findInFile(rests: readonly HunkRest[]): NamedChange[] {
  const delta = wordDelta(rests, (text) => DEFERRALS.has(text));
  if (delta === 0) return [];
  const [from, to] = delta < 0 ? (['before', 'after'] as const) : (['after', 'before'] as const);
  for (const { hunk } of rests) {
    const deferral = changedCalls(hunk[from], DEFERRALS)[0];
    const words = new Set(hunk[to].code.tokens.map(({ text }) => text));
    const instead = deferral && changedCalls(hunk[to], words).find(({ name }) => !DEFERRALS.has(name));
    if (!deferral || !instead) continue;
    const [was, is] = delta < 0 ? [deferral, instead] : [instead, deferral];
    const side = hunk.after;
    return [{ path: hunk.path, line: lineAt(side, is.at).number, detail: `${was.name}() → ${is.name}()` }];
  }
  return [];
}

function changedCalls(side: Side, names: ReadonlySet<string>): CCall[] {
  return findCalls(side.code, names).filter(({ at }) => lineAt(side, at).isChanged);
}
