import { type Entry, isSamePerson } from './head.ts';
import type { Answer, Prerequisite } from './series.ts';
import { findTrailers } from './trailers.ts';

const PREREQUISITES: ReadonlySet<string> = new Set([
  'depends-on',
  'based-on',
  'prerequisite-change-id',
  'prerequisite-message-id',
  'prerequisite-patch-id',
]);
const SUPERSEDING: ReadonlySet<string> = new Set(['supersedes', 'obsoletes']);

/** Most letters say none of it, and a look is cheaper than a reading. */
const MAY_SAY = /^(?:prerequisite-|depends-on:|based-on:|supersedes:|obsoletes:)/im;

/** What a series says of others, in its own letters and in its author's later replies. */
export interface Relations {
  readonly prerequisites: readonly Prerequisite[];
  /** Ids of the mails whose series it takes the place of. */
  readonly supersedes: readonly string[];
}

export function relationsOf(heads: readonly Entry[], answers: readonly Answer[]): Relations {
  const own = heads.flatMap(({ letter }) => relationsIn(letter.text));
  const later = answers
    .filter(({ letter }) => heads.some((head) => isSamePerson(head.letter.from, letter.from)))
    .flatMap(({ letter }) => relationsIn(letter.text));
  const supersedes = [...own, ...later].filter(({ key }) => SUPERSEDING.has(key.toLowerCase()));
  const ids = supersedes.map(({ value }) => /([^<>\s/]{1,250}@[^<>\s/]{1,250})>?\/?$/.exec(value)?.[1]);
  return {
    prerequisites: own.filter(({ key }) => PREREQUISITES.has(key.toLowerCase())),
    supersedes: [...new Set(ids)].filter((id) => id !== undefined),
  };
}

function relationsIn(text: string): readonly Prerequisite[] {
  if (!MAY_SAY.test(text)) return [];
  return findTrailers(text.split('\n')).map(({ key, value }) => ({ key, value }));
}
