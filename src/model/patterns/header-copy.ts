import { type CCall, findCalls, functionAround } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import type { Found, FoundChange, SimulatedPattern } from '../pattern.ts';

const FILE = 'uvc/uvc_video.c';
const BYTES = new Set(['u8', '__u8', 'uint8_t', 'char']);
const MEMCPY = new Set(['memcpy']);
/** The function that reads a header, time stamps and all. */
const PARSER = new Set(['uvc_video_decode_start']);
const WORD = /^[A-Za-z_]\w*$/;

/** A local array, and the memcpy() that fills it. */
interface Copy {
  readonly hunk: HunkSides;
  readonly at: number;
  /** The array, and the pointer into the URB that is copied from. */
  readonly array: string;
  readonly pointer: string;
}

type SideName = 'before' | 'after';

/**
 * uvcvideo parses the header of a payload out of a copy on its stack, or no longer does: an array is declared and filled
 * by memcpy(), and the parser is given the array where it was given the pointer, or has the array under the name that its
 * parameter had. Nothing less is taken for it.
 */
export const headerCopy: SimulatedPattern = {
  codes: ['P36'],
  what: 'header of a payload parsed out of a copy',
  sets: 'uvcHeader',
  effect: 'reads of uncached memory, 12 of a header or 3; nothing where DMA is coherent',
  hazards: [],
  find: findHeaderCopy,
};

function findHeaderCopy(hunks: readonly HunkSides[]): Found {
  const own = hunks.filter(({ path }) => path.endsWith(FILE));
  const [added, removed] = [copiesOn(own, 'after'), copiesOn(own, 'before')];
  if (added.length > 0 === removed.length > 0) return { changes: [], explained: new Set() };
  const name = added.length > 0 ? 'after' : 'before';
  const copies = (name === 'after' ? added : removed).filter(
    (copy) => isParsed(own, copy, name) || isNamedAlike(copy, name),
  );
  return {
    changes: copies.slice(0, 1).map((copy) => changeAt(copy, name)),
    explained: new Set(copies.flatMap((copy) => ownTokens(own, copy, name))),
  };
}

/** Changed lines of one side that fill an array which they declare. */
function copiesOn(hunks: readonly HunkSides[], name: SideName): Copy[] {
  const arrays = new Set(hunks.flatMap((hunk) => arraysOf(hunk[name])));
  return hunks.flatMap((hunk) =>
    changedCalls(hunk[name], MEMCPY).flatMap(({ at, args: [array = '', pointer = ''] }) =>
      arrays.has(array) && WORD.test(pointer) ? [{ hunk, at, array, pointer }] : [],
    ),
  );
}

function arraysOf(side: Side): string[] {
  const { tokens } = side.code;
  return tokens.flatMap(({ text }, at) => {
    const isDeclared = BYTES.has(tokens[at - 1]?.text ?? '') && tokens[at + 1]?.text === '[';
    return isDeclared && lineAt(side, at).isChanged ? [text] : [];
  });
}

function changedCalls(side: Side, names: ReadonlySet<string>): CCall[] {
  return findCalls(side.code, names).filter(({ at, end }) =>
    side.code.tokens.slice(at, end).some(({ line }) => side.lines[line]?.isChanged === true),
  );
}

/** The parser gets the array here and the pointer there, in the same place among its arguments. */
function isParsed(hunks: readonly HunkSides[], { array, pointer }: Copy, name: SideName): boolean {
  const other = name === 'after' ? 'before' : 'after';
  return hunks.some((hunk) => {
    const here = changedCalls(hunk[name], PARSER);
    const there = changedCalls(hunk[other], PARSER);
    return here.some(({ args }, index) => {
      const place = args.indexOf(array);
      return place >= 0 && there[index]?.args[place] === pointer && !args.includes(pointer);
    });
  });
}

/** In the parser itself the parameter has another name on this side, and the array the one that it had. */
function isNamedAlike({ hunk, at, array, pointer }: Copy, name: SideName): boolean {
  const other = hunk[name === 'after' ? 'before' : 'after'];
  const isInside = PARSER.has(functionAround(hunk[name].code, at) ?? '');
  return isInside && isParameter(hunk[name], pointer) && isParameter(other, array);
}

/** `const u8 *data` among the parameters of a function, in a changed line. */
function isParameter(side: Side, name: string): boolean {
  const { tokens } = side.code;
  return tokens.some(
    ({ text }, at) =>
      text === name &&
      tokens[at - 1]?.text === '*' &&
      BYTES.has(tokens[at - 2]?.text ?? '') &&
      [',', ')'].includes(tokens[at + 1]?.text ?? '') &&
      lineAt(side, at).isChanged,
  );
}

function changeAt({ hunk, at }: Copy, name: SideName): FoundChange {
  const line = lineAt(hunk[name], at);
  const states = ['read where it is', 'copied once'];
  const [from = '', to = ''] = name === 'after' ? states : states.reverse();
  return {
    kind: name === 'after' ? 'header-cached' : 'header-uncached',
    from: `header ${from}`,
    to: `header ${to}`,
    file: hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: hunk.path,
  };
}

/** The declaration, the copy, and the two names where one takes the place of the other. */
function ownTokens(hunks: readonly HunkSides[], { array, pointer }: Copy, name: SideName): CToken[] {
  return hunks.flatMap((hunk) => {
    const other = hunk[name === 'after' ? 'before' : 'after'];
    const side = hunk[name];
    const copies = changedCalls(side, MEMCPY).filter(({ args }) => args[0] === array && args[1] === pointer);
    return [
      ...copies.flatMap(({ at, end }) => side.code.tokens.slice(at, end + 1)),
      ...declarationOf(side, array),
      ...namesIn(side, array),
      ...namesIn(side, pointer),
      ...namesIn(other, pointer),
      ...namesIn(other, array),
    ];
  });
}

/** `u8 header[12];` up to its semicolon. */
function declarationOf(side: Side, array: string): readonly CToken[] {
  const { tokens } = side.code;
  const at = tokens.findIndex(
    ({ text }, index) => text === array && BYTES.has(tokens[index - 1]?.text ?? ''),
  );
  const end = tokens.findIndex(({ text }, index) => index > at && text === ';');
  return at < 0 || end < 0 || !lineAt(side, at).isChanged ? [] : tokens.slice(at - 1, end + 1);
}

function namesIn(side: Side, name: string): readonly CToken[] {
  return side.code.tokens.filter(({ text, line }) => text === name && side.lines[line]?.isChanged === true);
}
