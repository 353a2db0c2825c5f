import { type Entry, isSamePerson } from './head.ts';
import type { Posting } from './posting.ts';
import { parseSubject } from './subject.ts';
import type { Thread } from './thread.ts';

/** A posting with the one number that it lacks. */
interface Gap {
  readonly posting: Posting;
  readonly index: number;
  readonly total: number;
}

/**
 * Gives a `[PATCH]` that lost its number its place back: it answers the cover letter of its own author, it is the only
 * one that does, and the series lacks exactly one patch. Otherwise it stays a patch of its own.
 */
export function placeUnnumbered(postings: readonly Posting[], thread: Thread): readonly Posting[] {
  const alone = postings.filter(isUnnumbered);
  const placed = new Set<Posting>();
  const filled = postings.map((posting) => {
    const gap = onlyGap(posting);
    const [lost, ...more] = gap === null ? [] : alone.filter((one) => answersCover(one, posting, thread));
    if (gap === null || lost === undefined || more.length > 0) return posting;
    placed.add(lost);
    return withPatch(gap, lost.patches[0]);
  });
  return filled.filter((posting) => !placed.has(posting));
}

/** Whether a patch of a series stands where it does because of `placeUnnumbered`. */
export function isPlaced({ letter, subject }: Entry): boolean {
  return subject.index !== null && parseSubject(letter.subject).index === null;
}

function isUnnumbered({ cover, patches }: Posting): boolean {
  const [entry, ...more] = patches;
  if (cover !== null || entry === undefined || more.length > 0) return false;
  return entry.subject.isPatch && entry.subject.index === null && entry.found.from !== 'diffless';
}

/** The number that a series with a counted cover letter lacks; null when it lacks none or several. */
function onlyGap(posting: Posting): Gap | null {
  const total = posting.cover?.subject.total ?? 0;
  if (total < 2 || total - 1 !== posting.patches.length) return null;
  const here = new Set(posting.patches.map(({ subject }) => subject.index));
  for (let index = 1; index <= total; index++) if (!here.has(index)) return { posting, index, total };
  return null;
}

function answersCover({ patches }: Posting, { cover }: Posting, thread: Thread): boolean {
  const [entry] = patches;
  if (entry === undefined || cover === null || thread.parentOf(entry.letter) !== cover.letter) return false;
  const isVersion = entry.subject.version === null || entry.subject.version === (cover.subject.version ?? 1);
  return isVersion && isSamePerson(entry.letter.from, cover.letter.from);
}

function withPatch({ posting, index, total }: Gap, entry: Entry | undefined): Posting {
  if (entry === undefined) return posting;
  const numbered = { ...entry, subject: { ...entry.subject, index, total } };
  const patches = [...posting.patches, numbered];
  return {
    ...posting,
    patches: patches.toSorted((one, other) => (one.subject.index ?? 0) - (other.subject.index ?? 0)),
  };
}
