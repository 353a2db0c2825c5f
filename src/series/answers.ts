import type { Letter } from '../ingest/letter.ts';
import type { Entry } from './head.ts';
import { headsOf, type Posting } from './posting.ts';
import type { Thread } from './thread.ts';

/** Replies sorted by what they answer. */
export interface Answers {
  readonly byPosting: ReadonlyMap<Posting, readonly Entry[]>;
  /** The cover letter or patch nearest above a reply. */
  readonly headOf: ReadonlyMap<Letter, Letter>;
  /** Replies that left the subject of the patch above them: "other matter (was: Re: [PATCH] ...)". */
  readonly strayed: ReadonlySet<Letter>;
  /** Replies to what is not at hand, those about the same series together. */
  readonly orphans: readonly (readonly Entry[])[];
}

/**
 * Finds for each reply the posting it speaks of: the one it answers, else the one whose title and version its subject
 * repeats.
 */
export function sortAnswers(
  entries: readonly Entry[],
  postings: readonly Posting[],
  thread: Thread,
): Answers {
  const homes = new Map(
    postings.flatMap((posting) => headsOf(posting).map(({ letter }) => [letter, posting] as const)),
  );
  const titles = new Map(
    postings.flatMap((posting) => headsOf(posting).map((head) => [labelOf(head), posting] as const)),
  );
  const wayOf = wayFinder(homes, thread);
  const byPosting = new Map<Posting, Entry[]>();
  const headOf = new Map<Letter, Letter>();
  const strayed = new Set<Letter>();
  const orphans = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.role !== 'reply') continue;
    const { head, hasStrayed } = wayOf(entry.letter);
    if (hasStrayed) strayed.add(entry.letter);
    if (head !== null) headOf.set(entry.letter, head);
    const home = head === null ? titles.get(labelOf(entry)) : homes.get(head);
    if (home === undefined) addTo(orphans, orphanKey(entry, thread), entry);
    else addTo(byPosting, home, entry);
  }
  return { byPosting, headOf, strayed, orphans: [...orphans.values()] };
}

/** How a reply hangs on what it answers. */
interface Way {
  readonly head: Letter | null;
  /** Itself or a letter between has left the subject. */
  readonly hasStrayed: boolean;
}

/** Walks up once: what was found for a letter is known for all that answer it. */
function wayFinder(homes: ReadonlyMap<Letter, Posting>, thread: Thread): (letter: Letter) => Way {
  const known = new Map<Letter, Way>();
  return (letter) => {
    const path: Letter[] = [letter];
    let above = thread.parentOf(letter);
    while (above !== null && !homes.has(above) && !known.has(above)) {
      path.push(above);
      above = thread.parentOf(above);
    }
    let way: Way = (above === null ? undefined : known.get(above)) ?? { head: above, hasStrayed: false };
    for (const one of path.toReversed()) {
      way = { head: way.head, hasStrayed: way.hasStrayed || /\(was:? /i.test(one.subject) };
      known.set(one, way);
    }
    return way;
  };
}

function labelOf({ subject }: Entry): string {
  return `${subject.version ?? 1}|${subject.title.toLowerCase()}`;
}

function orphanKey({ letter, subject }: Entry, thread: Thread): string {
  const about = subject.total ?? subject.title.toLowerCase();
  return `${thread.rootOf(letter)}|${subject.version ?? 1}|${about}`;
}

function addTo<Key>(map: Map<Key, Entry[]>, key: Key, entry: Entry): void {
  const there = map.get(key);
  if (there === undefined) map.set(key, [entry]);
  else there.push(entry);
}
