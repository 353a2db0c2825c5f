import type { Address, Letter } from '../ingest/letter.ts';
import { findAttributions, quotedPerson, unquote } from '../ingest/quoting.ts';
import { type Entry, isSamePerson } from './head.ts';
import { patchIdOf } from './patch-id.ts';
import { byDate } from './posting.ts';
import type { Patch } from './series.ts';
import { findTrailers, personOf } from './trailers.ts';

/** What replies say of a series whose own letters are not at hand. */
export interface ToldSeries {
  readonly replies: readonly Entry[];
  readonly patches: readonly Patch[];
  readonly author: Address | null;
  /** The reply that tells each patch, in the same order. */
  readonly tellers: readonly Entry[];
}

/** The patches that replies speak of: quoted whole where one of them quotes the diff, without a diff otherwise. */
export function tellSeries(replies: readonly Entry[]): ToldSeries {
  const ordered = replies.toSorted(byDate);
  const indices = [...new Set(ordered.map(({ subject }) => subject.index ?? 1))].filter(
    (index) => index >= 1,
  );
  const isAboutPatch = ordered.some(({ subject }) => subject.isPatch);
  const counted = indices.filter((index) => Number.isInteger(index)).toSorted((one, other) => one - other);
  const tellers = isAboutPatch ? counted.map((index) => tellerOf(ordered, index)) : [];
  const entries = tellers.filter((entry) => entry !== undefined);
  const first = entries[0] ?? ordered[0];
  return {
    replies: ordered,
    patches: entries.map(toldPatch),
    author: first === undefined ? null : authorOf(first),
    tellers: entries,
  };
}

function tellerOf(replies: readonly Entry[], index: number): Entry | undefined {
  const about = replies.filter(({ subject }) => (subject.index ?? 1) === index);
  return about.find(({ found }) => found.from === 'quoted') ?? about[0];
}

function toldPatch(entry: Entry): Patch {
  const { found, letter, subject } = entry;
  const isQuoted = found.from === 'quoted';
  const depth = isQuoted ? found.depth : deepestKnown(letter);
  return {
    index: subject.index ?? 1,
    subject: subject.title,
    messageId: depth === null ? null : ancestorAt(letter, depth),
    from: isQuoted ? 'quoted' : 'diffless',
    files: isQuoted ? found.files : [],
    patchId: isQuoted && found.wholeOctets !== null ? patchIdOf(found.wholeOctets) : null,
    message: isQuoted ? found.message : quotedMessage(letter, depth),
  };
}

/**
 * The id of what is quoted `depth` marks deep: each mark is one answer further up, and the last reference is the
 * letter that was answered.
 */
function ancestorAt(letter: Letter, depth: number): string | null {
  if (depth === 1) return letter.inReplyTo ?? letter.references.at(-1) ?? null;
  return letter.references.at(-depth) ?? null;
}

/**
 * The depth at which the first message of the thread is quoted, null when it is not. With references it is as deep
 * as they are many; a page without them shows it only where the sender is quoted deepest, as the one who began.
 */
function deepestKnown(letter: Letter): number | null {
  const attributions = findAttributions(letter.text);
  const deepest = attributions.toSorted((one, other) => other.depth - one.depth)[0];
  if (deepest === undefined) return null;
  const answers = Math.max(letter.references.length, letter.inReplyTo === null ? 0 : 1);
  if (answers > 0) return deepest.depth === answers ? deepest.depth : null;
  return deepest.who.name !== '' && deepest.who.name === letter.from?.name ? deepest.depth : null;
}

function quotedMessage(letter: Letter, depth: number | null): string {
  if (depth === null) return '';
  const lines = letter.text
    .split('\n')
    .map(unquote)
    .filter((line) => line.depth === depth);
  return lines
    .map((line) => line.text)
    .join('\n')
    .trim();
}

/** The person whose words the quoted patch stands among, with the address the letter gives elsewhere. */
function authorOf(entry: Entry): Address | null {
  const { letter, found } = entry;
  const depth = found.from === 'quoted' ? found.depth : deepestKnown(letter);
  if (depth === null) return null;
  const attributions = findAttributions(letter.text);
  const line =
    letter.text
      .split('\n')
      .findIndex((text, at) => unquote(text).depth === depth && isBelow(attributions, at + 1, depth)) + 1;
  const who = quotedPerson(attributions, line, depth);
  return who === null ? signer(found.message) : withAddress(who, letter);
}

function isBelow(attributions: ReturnType<typeof findAttributions>, line: number, depth: number): boolean {
  const last = attributions.find((one) => one.depth === depth);
  return last === undefined || line > last.line;
}

/** The first Signed-off-by is the author's: the chain of custody begins there. */
export function signer(message: string): Address | null {
  const signed = findTrailers(message.split('\n')).find((trailer) => trailer.key === 'Signed-off-by');
  return signed === undefined ? null : personOf(signed.value);
}

function withAddress(who: Address, letter: Letter): Address {
  if (who.address !== null) return who;
  const people = [letter.from, ...letter.to, ...letter.cc];
  return people.find((one) => one !== null && isSamePerson(who, one) && one.address !== null) ?? who;
}
