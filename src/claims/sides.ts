import type { Direction } from './direction.ts';
import { namesOf } from './names.ts';

/** Words that name the state without the change, and with it, whatever the patch is about. */
const BEFORE_WORDS = new Set([
  'without',
  'w/o',
  'before',
  'prior',
  'previous',
  'previously',
  'unpatched',
  'original',
  'orig',
  'vanilla',
  'stock',
  'old',
  'unmodified',
  'baseline',
  'base',
  'upstream',
  'mainline',
  'existing',
  'pre',
  'removing',
  'legacy',
  'regressed',
  'initial',
  'clean',
  'unoptimized',
  'pristine',
  'bad',
]);
const AFTER_WORDS = new Set([
  'after',
  'patched',
  'new',
  'modified',
  'applied',
  'optimized',
  'optimised',
  'improved',
  'fixed',
  'now',
  'applying',
  'post',
  'patch',
  'patches',
  'patchset',
  'series',
  'commit',
  'good',
]);
const WEAK_BEFORE = new Set(['current', 'default', 'master', 'next', 'currently']);

/** "with" names a side at the start of a label or in front of the change; "tested with a camera" names none. */
const CHANGE_NAMES = /^(?:this|the|my|that|patch\w*|fix\w*|series|change\w*|commit|it)$/;

const STRONG = 4;
const CUE = 2;
const HINT = 1;

/**
 * Where a label stands between "without the change" (negative) and "with it" (positive); 0 when it does not say.
 * `others` are the labels it is compared with: words that all share decide nothing.
 */
export function rankLabel(label: string, others: readonly string[], direction: Direction): number {
  const words = wordsOf(label);
  const shared = sharedWords([label, ...others]);
  let rank = explicitRank(words, direction);
  for (const name of namesOf(label)) {
    if (shared.has(name)) continue;
    if (direction.leaving.has(name)) rank -= CUE;
    if (direction.arriving.has(name)) rank += CUE;
    if (direction.hinted.has(name)) rank += HINT;
  }
  return rank;
}

/**
 * True when the words of a label alone name a side, whatever the patch is about: "without", "patched", "baseline". What
 * stands in brackets comments on the result ("TX is improved") more often than it names a configuration.
 */
export function namesSide(label: string, direction: Direction): boolean {
  return Math.abs(explicitRank(wordsOf(label.replace(/\(.*\)?/, ' ')), direction)) === STRONG;
}

function isWith(word: string): boolean {
  return word === 'with' || word === 'w/';
}

function explicitRank(words: readonly string[], direction: Direction): number {
  if (words.length === 1 && /^(?:to|vs|versus)$/.test(words[0] ?? '')) return STRONG;
  if (words[0] === 'no' || words.some((word) => BEFORE_WORDS.has(word))) return -STRONG;
  if (words.some((word) => word.startsWith('revert'))) return direction.reverts ? STRONG : -STRONG;
  if (words.some((word) => AFTER_WORDS.has(word))) return words.includes('not') ? -STRONG : STRONG;
  if (words.some((word, at) => isWith(word) && (at === 0 || CHANGE_NAMES.test(words[at + 1] ?? ''))))
    return STRONG;
  if (words.some(isWith)) return CUE;
  if (!words.some((word) => WEAK_BEFORE.has(word))) return 0;
  return direction.regressed ? HINT : -HINT;
}

function wordsOf(label: string): readonly string[] {
  return label.toLowerCase().match(/w\/o?|[a-z]+/g) ?? [];
}

function sharedWords(labels: readonly string[]): ReadonlySet<string> {
  if (labels.length < 2) return new Set();
  const [first = [], ...rest] = labels.map(namesOf);
  return new Set(first.filter((name) => rest.every((names) => names.includes(name))));
}
