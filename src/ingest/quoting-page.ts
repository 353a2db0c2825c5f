import { documentReader } from './document-reader.ts';
import { pageLetter } from './page-letter.ts';
import { findAttributions, quoteDepth } from './quoting.ts';

const HEAD_LINES_MAX = 60;
const QUOTED_LINES_MIN = 3;

/**
 * The text of a reply alone, as some archives save it: no more is known than what stands there. It is known by an
 * attribution with what it quotes below it.
 */
export const quotingPage = documentReader(
  ({ head }) => (isReply(head.slice(0, HEAD_LINES_MAX)) ? true : null),
  (_, { lines }, settings) => pageLetter({ source: 'archive-page' }, lines, settings),
);

function isReply(head: readonly string[]): boolean {
  return findAttributions(head.join('\n')).some(({ line }) =>
    head.slice(line, line + QUOTED_LINES_MIN).every((quoted) => quoteDepth(quoted) > 0),
  );
}
