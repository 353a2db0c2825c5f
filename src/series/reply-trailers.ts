import type { Address, Letter } from '../ingest/letter.ts';
import { findAttributions, quotedPerson, unquote } from '../ingest/quoting.ts';
import type { Problem } from '../problem.ts';
import type { Answer, RefusedTrailer, Trailer } from './series.ts';
import type { SeriesLimits } from './series-limits.ts';
import { findTrailers, isOfLength, isPersonKey, personOf } from './trailers.ts';

/** What a letter says in trailers. */
type Said = Pick<Answer, 'given' | 'refused'>;

/** Where who tested it says on what, in the line below. Source: b4, utility trailers of a reply. */
const BESIDE_KEYS: ReadonlySet<string> = new Set(['link', 'closes']);

const NOTHING: Said = { given: [], refused: [] };

/** A reply with the trailers in it; one that strayed from the subject gives none. */
export function answerOf(
  { letter, about, isStray }: Pick<Answer, 'letter' | 'about'> & { readonly isStray: boolean },
  limits: SeriesLimits,
): Answer {
  return { letter, about, ...(isStray ? NOTHING : givenTrailers(letter, false, limits)) };
}

/** The trailers that are not counted, as problems. */
export function refusals(answers: readonly Answer[]): readonly Problem[] {
  return answers.flatMap(({ refused }) =>
    refused.map(({ text, at }): Problem => ({ code: 'trailer-unverified', text, at })),
  );
}

/**
 * The trailers that a reply gives: those of its own lines that name its sender. One that names somebody else is
 * refused. Of a reply that stands alone, what it quotes counts too, for the person quoted.
 */
export function givenTrailers(letter: Letter, isAlone: boolean, limits: SeriesLimits): Said {
  const lines = letter.text.split('\n').map(unquote);
  const given: Trailer[] = [];
  const refused: RefusedTrailer[] = [];
  const attributions = isAlone ? findAttributions(letter.text) : [];
  const texts = lines.map((line) => (line.depth === 0 ? line.text.trimStart() : isAlone ? line.text : ''));
  let lastGiven = 0;
  for (const { key, value, line } of findTrailers(texts).filter((one) => isOfLength(one, limits))) {
    const { depth = 0, text = '' } = lines[line - 1] ?? {};
    const sender = depth === 0 ? letter.from : quotedPerson(attributions, line, depth);
    const isBeside = BESIDE_KEYS.has(key.toLowerCase()) && line === lastGiven + 1;
    if (isBeside || (isPersonKey(key) && isBy(value, sender))) {
      given.push({ key, value, messageId: letter.messageId });
      lastGiven = line;
    } else if (isPersonKey(key) && depth === 0 && !isIndented(text))
      refused.push({ text: `${key}: ${value}`, at: { messageId: letter.messageId, line } });
  }
  return { given, refused };
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
