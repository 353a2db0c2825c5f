import type { Stated } from '../claims/claim.ts';

/**
 * The few words of a sentence that carry the stated number: "2% for TX" of "… better by about 5% for RX and 2% for TX".
 * The whole text when the number is written in words, cut to a line.
 */
export function quoteOf(stated: Stated): string {
  const words = wordsOf(stated);
  const at = numberAt(stated, words);
  if (at < 0) return cut(words);
  const from = at - hedgeWords(words, at);
  const clause = words.slice(from, at + MOST_WORDS);
  const stop = clause.findIndex((word, index) => index >= at - from && endsClause(word, clause[index + 1]));
  const kept = stop < 0 ? clause : clause.slice(0, stop + 1);
  while (kept.length > 1 && DANGLING.has(kept.at(-1) ?? '')) kept.pop();
  return kept
    .join(' ')
    .replace(/[.,;:)]$/, '')
    .replace(/^\(/, '');
}

/** The stated number with the two words before it, in lower case: where "about", "more than" and "up to" stand. */
export function hedgesOf(stated: Stated): string {
  const words = wordsOf(stated);
  const at = numberAt(stated, words);
  const near = at < 0 ? words.slice(0, MOST_WORDS) : words.slice(Math.max(0, at - 2), at + 1);
  return near.join(' ').toLowerCase();
}

/** How many words before the number say how exact it is. */
function hedgeWords(words: readonly string[], at: number): number {
  const [earlier = '', before = ''] = [words[at - 2], words[at - 1]].map((word) => word?.toLowerCase());
  if (LEADING_PAIRS.has(`${earlier} ${before}`)) return 2;
  return LEADING.has(before) ? 1 : 0;
}

function wordsOf({ text }: Stated): readonly string[] {
  return text.trim().split(/\s+/);
}

function numberAt({ percent, factor }: Stated, words: readonly string[]): number {
  return words.findIndex((word) => holdsNumber(word, Math.abs(percent ?? factor ?? 0)));
}

const MOST_WORDS = 6;
const MOST_CHARACTERS = 80;
const LEADING = new Set(['about', 'around', 'over', 'by', 'nearly', 'almost', 'roughly', '~']);
const LEADING_PAIRS = new Set(['up to', 'more than', 'less than', 'at least', 'at most']);
/** Words that a cut leaves without what they belong to. */
const DANGLING = new Set([
  'a',
  'an',
  'the',
  'as',
  'at',
  'by',
  'for',
  'from',
  'in',
  'of',
  'on',
  'to',
  'with',
  'that',
  'which',
]);
const CONJUNCTIONS = new Set(['and', 'but', 'while', 'when', 'if']);

/** The number as a word of its own: "2%", "(5x", "~2.4%"; never the 2 of "2.4" or "USB2". */
function holdsNumber(word: string, value: number): boolean {
  const found = /^[(~<>+\-\u2212]{0,3}(\d{1,9}(?:\.\d{1,6})?)/.exec(word);
  return found !== null && Number(found[1]) === value;
}

function endsClause(word: string, next: string | undefined): boolean {
  return /[.,;:)]$/.test(word) || next === undefined || next.startsWith('(') || CONJUNCTIONS.has(next);
}

function cut(words: readonly string[]): string {
  const text = words.join(' ');
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}
