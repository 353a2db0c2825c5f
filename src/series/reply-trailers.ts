import type { Address, Letter } from '../ingest/letter.ts';
import { findAttributions, quotedPerson, unquote } from '../ingest/quoting.ts';
import type { Problem } from '../problem.ts';
import type { Entry } from './head.ts';
import type { Trailer } from './series.ts';
import { findTrailers, isPersonKey, personOf } from './trailers.ts';

/** A reply to a posting. */
export interface Reply {
  readonly entry: Entry;
  /** The id of the cover letter or patch that it speaks of, null when that has none. */
  readonly about: string | null;
  readonly given: GivenTrailers;
}

export interface GivenTrailers {
  readonly value: readonly Trailer[];
  readonly problems: readonly Problem[];
}

export const NOTHING_GIVEN: GivenTrailers = { value: [], problems: [] };

/**
 * The trailers that a reply gives: those of its own lines that name its sender. One that names somebody else is a
 * problem and is not applied. Of a reply that stands alone, what it quotes counts too, for the person quoted.
 */
export function givenTrailers(letter: Letter, isAlone: boolean): GivenTrailers {
  const lines = letter.text.split('\n').map(unquote);
  const value: Trailer[] = [];
  const problems: Problem[] = [];
  const attributions = isAlone ? findAttributions(letter.text) : [];
  const texts = lines.map((line) => (line.depth === 0 ? line.text.trimStart() : isAlone ? line.text : ''));
  for (const trailer of findTrailers(texts)) {
    if (!isPersonKey(trailer.key)) continue;
    const depth = lines[trailer.line - 1]?.depth ?? 0;
    const sender = depth === 0 ? letter.from : quotedPerson(attributions, trailer.line, depth);
    const at = { messageId: letter.messageId, line: trailer.line };
    const text = `${trailer.key}: ${trailer.value}`;
    if (isBy(trailer.value, sender))
      value.push({ key: trailer.key, value: trailer.value, messageId: letter.messageId });
    else if (depth === 0 && !isIndented(lines[trailer.line - 1]?.text ?? ''))
      problems.push({ code: 'trailer-unverified', text, at });
  }
  return { value, problems };
}

/** An indented line may be an example of what somebody else could say; the sender's own word counts all the same. */
function isIndented(line: string): boolean {
  return line !== line.trimStart();
}

function isBy(value: string, sender: Address | null): boolean {
  if (sender === null) return false;
  const person = personOf(value);
  const isAddress = person.address !== null && mailboxOf(person.address) === mailboxOf(sender.address ?? '');
  return isAddress || (person.name !== '' && person.name.toLowerCase() === sender.name.toLowerCase());
}

/** "ben+lists@example.org" is read by ben. Source: RFC 5233. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^+@]{0,64}@/, '@');
}
