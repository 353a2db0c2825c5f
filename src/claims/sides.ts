import type { Series } from '../series/series.ts';

/** What the series itself says about its direction: words of what it leaves and of what it brings. */
export interface Direction {
  readonly leaving: ReadonlySet<string>;
  readonly arriving: ReadonlySet<string>;
  /** Words of the subject that neither is said of: what a patch is about is more often what it brings. */
  readonly hinted: ReadonlySet<string>;
  readonly reverts: boolean;
  /** The letters report a slow-down and bring no change of their own: what is current is then the state after. */
  readonly regressed: boolean;
}

/** Of a letter whose series nobody looked at. */
export const NO_DIRECTION: Direction = {
  leaving: new Set(),
  arriving: new Set(),
  hinted: new Set(),
  reverts: false,
  regressed: false,
};

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

/** "use", "add", "support" bring what follows; "remove", "don't use", "instead of" leave it. */
const BRINGING = [
  'use',
  'using',
  'add',
  'adding',
  'support',
  'enable',
  'introduce',
  'implement',
  'allow',
  'switch to',
  'convert to',
  'move to',
  'jump to',
  'run in',
];
const LEAVING = [
  "don't use",
  'do not use',
  'instead of',
  'rather than',
  'remove',
  'removing',
  'drop',
  'avoid',
  'skip',
  'stop',
  'no longer',
  'get rid of',
  'replace',
  'disable',
  'without',
  'convert from',
  'switch from',
  'eliminate',
  'reduce',
  'not using',
];

/** Subject words behind a cue that are grammar, not names. */
const GRAMMAR = new Set([
  'of',
  'in',
  'for',
  'the',
  'a',
  'an',
  'to',
  'and',
  'or',
  'on',
  'by',
  'from',
  'with',
  'case',
  'calling',
  'buffers',
  'context',
  'running',
  'urb',
  'usb',
]);

/** "with" names a side at the start of a label or in front of the change; "tested with a camera" names none. */
const CHANGE_NAMES = /^(?:this|the|my|that|patch\w*|fix\w*|series|change\w*|commit|it)$/;

const STRONG = 4;
const CUE = 2;
const HINT = 1;
const WORDS_PER_CUE = 6;

/** Reads the subject line and the changed identifiers of the diffs once per series. */
export function readDirection(series: Series): Direction {
  const subject = series.subject.toLowerCase();
  const leaving = new Set<string>();
  const arriving = new Set<string>();
  for (const cue of LEAVING) addWordsBehind(subject, cue, leaving);
  for (const cue of BRINGING) addWordsBehind(subject, cue, arriving);
  for (const word of leaving) arriving.delete(word);
  const hinted = new Set<string>();
  addDiffNames(series, leaving, arriving);
  const topic = subject.slice(subject.lastIndexOf(': ') + 1);
  for (const name of namesOf(topic)) if (!leaving.has(name) && !arriving.has(name)) hinted.add(name);
  const isReport = series.patches.every((patch) => patch.files.length === 0);
  return {
    leaving,
    arriving,
    hinted,
    reverts: /\brevert/.test(subject),
    regressed: isReport && /regress|performance drop|slow(?:er|down)|drop due/.test(subject),
  };
}

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

function addWordsBehind(subject: string, cue: string, into: Set<string>): void {
  const at = subject.indexOf(cue);
  const isWord = at === 0 || !/[\w']/.test(subject.charAt(at - 1));
  if (at < 0 || !isWord || /\w/.test(subject.charAt(at + cue.length))) return;
  // "a drop by the new limit" drops nothing.
  if (/^ (?:by|in|due|of|on|when|after)\b/.test(subject.slice(at + cue.length))) return;
  const behind =
    subject.slice(at + cue.length).split(/\b(?:instead|rather|to|for|when|if|and|,)\b/, 1)[0] ?? '';
  for (const name of namesOf(behind).slice(0, WORDS_PER_CUE)) into.add(name);
}

/** Identifiers that only removed lines hold, or only added ones. The subject's word goes first. */
function addDiffNames(series: Series, leaving: Set<string>, arriving: Set<string>): void {
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const patch of series.patches) {
    for (const file of patch.files) {
      for (const line of file.hunks.flatMap((hunk) => hunk.lines)) {
        const into = line.kind === '+' ? added : line.kind === '-' ? removed : null;
        if (into)
          for (const name of line.text.match(/\b[A-Za-z]\w{3,60}(?=\()|\b[A-Za-z]\w{0,60}_\w{1,60}/g) ?? [])
            into.add(name.toLowerCase());
      }
    }
  }
  for (const name of removed) if (!added.has(name) && !arriving.has(name)) leaving.add(name);
  for (const name of added) if (!removed.has(name) && !leaving.has(name)) arriving.add(name);
}

/** Whole words and the parts of identifiers: "usb_alloc_coherent" gives itself, usb, alloc and coherent. */
function namesOf(label: string): readonly string[] {
  const names: string[] = [];
  for (const word of label.toLowerCase().match(/[a-z][\w-]*/g) ?? []) {
    names.push(word);
    if (word.includes('_')) names.push(...word.split('_'));
  }
  return names.filter((name) => name.length > 3 && !GRAMMAR.has(name));
}

function wordsOf(label: string): readonly string[] {
  return label.toLowerCase().match(/w\/o?|[a-z]+/g) ?? [];
}

function sharedWords(labels: readonly string[]): ReadonlySet<string> {
  if (labels.length < 2) return new Set();
  const [first = [], ...rest] = labels.map(namesOf);
  return new Set(first.filter((name) => rest.every((names) => names.includes(name))));
}
