import type { Letter } from '../ingest/letter.ts';
import { secondsOf } from '../ingest/mail-date.ts';
import { withoutCopies } from './copies.ts';

/** Letters in the order they came, each once, with who answers whom. */
export interface Thread {
  readonly letters: readonly Letter[];
  /** The nearest ancestor that is at hand; null for a letter that answers none of them. */
  parentOf(letter: Letter): Letter | null;
  /** What names the thread: the key of its first letter, or the id of a first letter that is not at hand. */
  rootOf(letter: Letter): string;
}

/**
 * Threads letters by In-Reply-To, else by the last known reference. A copy of a letter is dropped; one with the same
 * id and other content is kept, and who answers that id answers the last one sent before. An answer that would close a
 * circle answers nobody.
 */
export function threadLetters(all: readonly Letter[]): Thread {
  const letters = withoutCopies(all);
  const byId = lettersById(letters);
  const parents = new Map<Letter, Letter>();
  const answered = new Set<Letter>();
  for (const letter of letters) {
    const parent = ancestorsOf(letter)
      .map((id) => answeredOf(byId.get(id) ?? [], letter))
      .find((known) => known !== null);
    if (!parent) continue;
    // Only a letter that others answer already can stand above its own parent.
    if (answered.has(letter) && isAbove(letter, parent, parents)) continue;
    parents.set(letter, parent);
    answered.add(parent);
  }
  const roots = new Map<Letter, string>();
  return {
    letters,
    parentOf: (letter) => parents.get(letter) ?? null,
    rootOf: (letter) => rootOf(letter, parents, roots),
  };
}

function lettersById(letters: readonly Letter[]): ReadonlyMap<string, readonly Letter[]> {
  const byId = new Map<string, Letter[]>();
  for (const letter of letters) {
    for (const id of letter.messageId === null ? [] : [letter.messageId, ...letter.otherIds]) {
      const there = byId.get(id);
      if (there === undefined) byId.set(id, [letter]);
      else there.push(letter);
    }
  }
  return byId;
}

/** Of the letters with one id the last that was sent before the answer, else the first; null when there is none. */
function answeredOf(known: readonly Letter[], answer: Letter): Letter | null {
  const others = known.includes(answer) ? known.filter((letter) => letter !== answer) : known;
  if (others.length < 2) return others[0] ?? null;
  const sent = secondsOf(answer.date) ?? -Infinity;
  const before = others.filter((letter) => (secondsOf(letter.date) ?? Infinity) <= sent);
  const [last] = before.toSorted((one, other) => (secondsOf(other.date) ?? 0) - (secondsOf(one.date) ?? 0));
  return last ?? others[0] ?? null;
}

/** Ids of a letter's ancestors, the nearest first. */
function ancestorsOf(letter: Letter): readonly string[] {
  const { inReplyTo, references } = letter;
  return inReplyTo === null ? references.toReversed() : [inReplyTo, ...references.toReversed()];
}

/** Whether `letter` already stands above `start`. Walks up with a bound, since the chain is acyclic by construction. */
function isAbove(letter: Letter, start: Letter, parents: ReadonlyMap<Letter, Letter>): boolean {
  for (let at: Letter | undefined = start; at !== undefined; at = parents.get(at))
    if (at === letter) return true;
  return false;
}

/** Found roots are kept for the letters passed on the way, so that a long chain is walked once. */
function rootOf(letter: Letter, parents: ReadonlyMap<Letter, Letter>, roots: Map<Letter, string>): string {
  const path: Letter[] = [];
  let at = letter;
  for (let up = parents.get(at); up !== undefined && !roots.has(at); up = parents.get(at)) {
    path.push(at);
    at = up;
  }
  const root = roots.get(at) ?? at.references[0] ?? at.inReplyTo ?? at.key;
  for (const one of [...path, at]) roots.set(one, root);
  return root;
}
