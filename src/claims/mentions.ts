import type { Claim } from './claim.ts';
import { readParagraphs, sentencesOf } from './paragraphs.ts';
import type { Passage } from './passage.ts';

const WORSE =
  /\b(?:worse\w*|degrad\w*|regress\w*|slower|drop\w*|lower\w*|decreas\w*|increas\w*|higher|loss|lost|cost\w*|trade-?off|down)\b/i;

/** Ids of claims that got worse and of whose getting worse some sentence of the letters speaks. */
export function mentionedWorse(passages: readonly Passage[], claims: readonly Claim[]): readonly string[] {
  const worse = claims.filter(isWorse);
  if (worse.length === 0) return [];
  const sentences = passages.flatMap((passage) =>
    readParagraphs(passage).flatMap((paragraph) => sentencesOf(paragraph).map((sentence) => sentence.text)),
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
  const words = claim.quantity.split(/\W+/).filter((word) => word.length > 1);
  const lower = text.toLowerCase();
  return words.length > 0 && words.every((word) => lower.includes(word.toLowerCase()));
}
