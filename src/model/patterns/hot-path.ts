import type { CToken } from '../c-tokens.ts';
import type { NamedPattern } from '../pattern.ts';
import { comingOrGoing } from './named-pattern.ts';

/** What only says how code is to be laid out, and the brackets that come with it. */
const WORDS = new Set(
  ['inline', '__always_inline', 'noinline', 'likely', 'unlikely', 'prefetch', 'prefetchw'].concat([
    '____cacheline_aligned',
    '____cacheline_aligned_in_smp',
    '__read_mostly',
    '__hot',
  ]),
);
const BRACKETS = new Set(['(', ')']);

/** Code that does the same, laid out for speed: the hunk differs in nothing else. Source: usb-model, P32 */
export const hotPath: NamedPattern = {
  codes: ['P32'],
  what: 'layout of code and data',
  sets: 'cost of an event',
  effect: 'CPU only, unless the CPU was full',
  hazards: [],
  notPlayed: 'the cost of an event is one figure for a machine',
  findNamed: (rests) =>
    comingOrGoing((word) => WORDS.has(word))(
      rests.filter(({ before, after }) => withoutLayout(before) === withoutLayout(after)),
    ),
};

function withoutLayout(tokens: readonly CToken[]): string {
  const own = tokens.filter(({ text }) => !WORDS.has(text) && !BRACKETS.has(text));
  return own.map(({ text }) => text).join(' ');
}
