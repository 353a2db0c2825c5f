/** Characters of prose that are searched, and words of a sentence that are looked at. */
const TEXT_MAX = 20_000;
const WORDS_MAX = 120;
/** Between "behind" and "hub" there stand no more words than in "behind a cheap four port hub". */
const BETWEEN_MAX = 5;

const PREPOSITIONS = new Set(['behind', 'through', 'via']);
const CAMERAS = new Set(['camera', 'cameras', 'webcam', 'webcams', 'pwc']);
/** Words that make a sentence of it which says something else, or says it of one side only. */
const DOUBTS = new Set(
  [
    'no',
    'not',
    'without',
    'never',
    'nor',
    'instead',
    'directly',
    'direct',
    'if',
    'when',
    'or',
    'unless',
  ].concat([
    "doesn't",
    "isn't",
    "don't",
    "wasn't",
    'cannot',
    'could',
    'would',
    'should',
    'may',
    'might',
    'neither',
  ]),
);
/** Hubs of another kind: one that is part of the controller, or one without a transaction translator. */
const OTHER_HUBS = new Set(['root', 'full-speed', 'full', '1.1', 'usb1']);

/**
 * Whether a text says, plainly and of the whole test, that its camera stood behind a hub. A text that also speaks of a
 * camera without one does not.
 */
export function saysBehindHub(text: string): boolean {
  const sentences = sentencesOf(text.slice(0, TEXT_MAX)).filter((words) =>
    words.some((word) => CAMERAS.has(word)),
  );
  const told = sentences.filter((words) => words.some((word, at) => isHub(word) && isBehind(words, at)));
  return (
    told.length > 0 &&
    sentences.every((words) => !words.some((word) => word === 'directly')) &&
    told.every(isPlain)
  );
}

/** Sentences as words in lower case, without signs at their ends. An empty line ends a sentence as well. */
function sentencesOf(text: string): string[][] {
  const sentences: string[][] = [[]];
  for (const word of text.toLowerCase().replaceAll('\n\n', ' . ').split(/\s/)) {
    const bare = trimmed(word);
    const last = sentences.at(-1) ?? [];
    if (bare !== '' && last.length < WORDS_MAX) last.push(bare);
    if (word.endsWith('.') || word.endsWith('?') || word.endsWith('!')) sentences.push([]);
  }
  return sentences;
}

const SIGNS = new Set(['.', ',', ';', ':', '!', '?', '(', ')', '"', "'", '*', '-']);

function trimmed(word: string): string {
  let from = 0;
  let to = word.length;
  while (from < to && SIGNS.has(word.charAt(from))) from += 1;
  while (to > from && SIGNS.has(word.charAt(to - 1))) to -= 1;
  return word.slice(from, to);
}

function isHub(word: string): boolean {
  return word === 'hub';
}

function isBehind(words: readonly string[], at: number): boolean {
  const before = words.slice(Math.max(0, at - BETWEEN_MAX - 1), at);
  const from = before.findLastIndex((word) => PREPOSITIONS.has(word));
  return from >= 0 && !before.slice(from).some((word) => OTHER_HUBS.has(word));
}

function isPlain(words: readonly string[]): boolean {
  return !words.some((word) => DOUBTS.has(word));
}
