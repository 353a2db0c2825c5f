import type { Problem } from '../problem.ts';
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
 * Gives a patch whose counter is a slip its place back: a `[PATCH]` without one, or 3/6 among patches of 9. It answers
 * the cover letter of its own author, it is the only one that does, and the series lacks exactly that one patch.
 * Otherwise it stays a patch of its own.
 */
export function placeMiscounted(postings: readonly Posting[], thread: Thread): readonly Posting[] {
  const alone = postings.filter(isAlone);
  const placed = new Set<Posting>();
  const filled = postings.map((posting) => {
    const gap = onlyGap(posting);
    const [lost, ...more] =
      gap === null ? [] : alone.filter((one) => fills(one, gap) && answersCover(one, posting, thread));
    if (gap === null || lost === undefined || more.length > 0) return posting;
    placed.add(lost);
    return withPatch(gap, lost.patches[0]);
  });
  return filled.filter((posting) => !placed.has(posting));
}

/** What is wrong with the counter of a patch that stands where it does because of `placeMiscounted`; null for others. */
export function miscount({ letter, subject, isEnclosed }: Entry): Problem | null {
  const { index, total } = subject;
  const said = parseSubject(letter.subject);
  const at = { messageId: letter.messageId, line: null };
  if (index === null || total === null || isEnclosed) return null;
  if (said.index === null) return { code: 'number-lost', index, total, at };
  const isOther = said.total !== null && said.total !== total;
  return isOther ? { code: 'total-disagrees', stated: said.total, found: total, at } : null;
}

function isAlone({ cover, patches }: Posting): boolean {
  const [entry, ...more] = patches;
  if (cover !== null || entry === undefined || more.length > 0) return false;
  return entry.subject.isPatch && entry.found.from !== 'diffless';
}

function fills({ patches }: Posting, gap: Gap): boolean {
  const index = patches[0]?.subject.index ?? null;
  return index === null || index === gap.index;
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
