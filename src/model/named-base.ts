import type { Series } from '../series/series.ts';

/** Words behind which a mail says what it is made on. */
const BEFORE = /\b(?:based|rebased|applies|apply|against|on top of|base-commit:|base:)/i;
/** Words that say something else of a release. */
const NO_BASE = /\b(?:fixes|since|broken|introduced|regression|stable)\b/i;
/** A release or a candidate as its tag is called. */
const TAG = /^v\d\.\d{1,3}(?:\.\d{1,3})?(?:-rc\d{1,2})?$/;
/** Linus' and Greg's trees call theirs so, too: "usb-6.2-rc1", "next-20230405". */
const OTHER_TAG = /^(?:usb-\d\.\d{1,3}(?:-rc\d{1,2})?|next-20\d{6})$/;
/** The first digits of a commit; fewer than these say too little, and a word such as "deadbeef" could be anything. */
const COMMIT = /^[0-9a-f]{10,40}$/;

const LINES_MAX = 2000;
const LINE_MAX = 500;
const WORDS_AFTER_MAX = 12;
const NAMES_MAX = 5;

/**
 * Tags and commits that a series names as its base, in its cover letter or with its patches: "based on v6.5-rc3",
 * "applies to usb-next (1b929c02afd3)". In their order, each once. What is named for another reason ("broken since v4.9",
 * "Fixes: 1b929c02afd3") is not among them, nor what somebody answered.
 */
export function namedBases({ letters, patches, coverLetter }: Series): string[] {
  const ids = new Set(patches.map(({ messageId }) => messageId));
  const own = letters.filter(({ messageId }, index) => ids.has(messageId) || (coverLetter && index === 0));
  const names = own.flatMap(({ text }) => basesNamedIn(text.split('\ndiff --git ', 1)[0] ?? ''));
  return [...new Set(names)].slice(0, NAMES_MAX);
}

function basesNamedIn(text: string): string[] {
  return text.split('\n', LINES_MAX).flatMap((line) => namesIn(line.slice(0, LINE_MAX)));
}

function namesIn(line: string): string[] {
  const found = BEFORE.exec(line);
  if (found === null || NO_BASE.test(line)) return [];
  const words = line.slice(found.index + found[0].length).split(/[\s,;()[\]"'`]+/, WORDS_AFTER_MAX);
  return words
    .map((word) => word.replace(/[.:]$/, '').replace(/^tags\//, ''))
    .filter((word) => TAG.test(word) || OTHER_TAG.test(word) || COMMIT.test(word));
}
