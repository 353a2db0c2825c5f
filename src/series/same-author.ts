import type { Address } from '../ingest/letter.ts';
import { isSamePerson } from './head.ts';
import type { Series } from './series.ts';

/** Whether two series are of one person: the author of the first patch, or whoever posted both. */
export function isSameAuthor(one: Series, other: Series): boolean {
  return isSamePerson(one.author, other.author) || isSamePerson(posterOf(one), posterOf(other));
}

/** Who posted a series; null when its own letters are not at hand. */
function posterOf({ coverLetter, letters, patches }: Series): Address | null {
  const [first] = letters;
  if (first === undefined) return null;
  const isOwn = coverLetter || patches.some(({ messageId }) => messageId === first.messageId);
  return isOwn ? first.from : null;
}
