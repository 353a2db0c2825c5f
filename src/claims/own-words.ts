import type { Letter } from '../ingest/letter.ts';
import { quoteDepth } from '../ingest/quoting.ts';
import { mayClaim } from './may-claim.ts';

/** Where the diff of a patch begins; what stands below it is code, whose numbers nobody claims. */
const DIFF = /^(?:diff --git |Index: |--- a\/)/m;

/**
 * Whether somebody may claim something in words of his own: quotes and diffs are passed over, where most numbers of a
 * list stand. As cheap as `mayClaim` for a mail without any.
 */
export function mayClaimItself({ subject, text }: Pick<Letter, 'subject' | 'text'>): boolean {
  if (mayClaim(subject)) return true;
  const diff = text.search(DIFF);
  const words = diff < 0 ? text : text.slice(0, diff);
  if (!mayClaim(words)) return false;
  return !words.includes('\n>') || mayClaim(unquoted(words));
}

function unquoted(text: string): string {
  return text
    .split('\n')
    .filter((line) => quoteDepth(line) === 0)
    .join('\n');
}
