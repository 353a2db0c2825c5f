import type { Claim } from './claim.ts';
import type { View } from './view.ts';

const WORSE =
  /\b(?:worse\w*|degrad\w*|regress\w*|slower|drop\w*|lower\w*|decreas\w*|increas\w*|higher|loss|lost|cost\w*|price|penalt\w*|trade-?off|down)\b/i;

/** Words of a label that name no configuration by themselves. */
const COMMON = new Set([
  'using',
  'with',
  'without',
  'this',
  'after',
  'before',
  'patch',
  'series',
  'kernel',
  'default',
]);
/** A configuration is named by at least so many words of its label: "threaded handler", not "handler". */
const LABEL_WORDS_LEAST = 2;

/** Ids of claims that got worse and of whose getting worse some sentence of the letters speaks. */
export function mentionedWorse(passages: readonly View[], claims: readonly Claim[]): readonly string[] {
  const worse = claims.filter(isWorse);
  if (worse.length === 0) return [];
  const sentences = passages.flatMap((passage) =>
    passage.paragraphs.flatMap((paragraph) => paragraph.sentences.map((sentence) => sentence.text)),
  );
  const telling = sentences.filter((text) => WORSE.test(text));
  return worse
    .filter((claim) => claim.stated !== null || telling.some((text) => speaksOf(text, claim)))
    .map((claim) => claim.id);
}

function isWorse(claim: Claim): boolean {
  if (claim.deltaPercent === null || claim.better === null) return false;
  return claim.better === 'higher' ? claim.deltaPercent < 0 : claim.deltaPercent > 0;
}

function speaksOf(text: string, claim: Claim): boolean {
  const lower = text.toLowerCase();
  const names = (words: readonly string[]) => words.length > 0 && words.every((word) => lower.includes(word));
  return names(wordsOf(claim.quantity)) || names(labelWords(claim.after?.label ?? ''));
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().split(/\W+/);
  return words.filter((word) => word.length > 1);
}

/** What stands in brackets explains a label and is no part of its name. */
function labelWords(label: string): readonly string[] {
  const words = wordsOf(label.split('(', 1)[0] ?? '').filter((word) => word.length > 3 && !COMMON.has(word));
  return words.length < LABEL_WORDS_LEAST ? [] : words;
}
