import type { ErrorKind } from './claim.ts';

const ERROR_WORDS =
  'standard deviations?|std\\.? ?dev\\w*|stddevs?|stdevs?|std|s\\.d\\.|sds?|standard errors?|sem|95 ?% (?:ci|confidence)|confidence intervals?';
const ERROR_KIND = new RegExp(
  `(?:\\+\\/?-|\\u00b1)(?: values?| figures?| numbers?)?,? ?(?:is|are|gives?|means?|shows?|=)? ?(?:the |one |a |1 )?(?<after>${ERROR_WORDS})\\b|\\b(?<before>${ERROR_WORDS})\\b (?:is |are )?(?:given |shown |quoted )?(?:as|behind|after) (?:the )?(?:\\+\\/?-|\\u00b1)`,
  'iu',
);

/** "mean ± stddev of 10 runs", "the +- is the standard error": what the plus-minus of a mail means. */
export function errorKindIn(text: string): ErrorKind | null {
  const found = ERROR_KIND.exec(text);
  const word = found?.groups?.['after'] ?? found?.groups?.['before'];
  if (word === undefined) return null;
  if (/err|sem/i.test(word)) return 'se';
  return /95|conf/i.test(word) ? 'ci95' : 'sd';
}
