import type { Letter } from '../ingest/letter.ts';
import { quoteDepth } from '../ingest/quoting.ts';
import { type FoundPatch, readPatch } from './read-patch.ts';
import { parseSubject, type Subject } from './subject.ts';
import type { Thread } from './thread.ts';

/** What a letter is for its thread. `naked` has a patch subject but neither counter nor diff. */
export type Role = 'cover' | 'patch' | 'naked' | 'reply';

/** A letter with what its subject and its text say of a patch. */
export interface Entry {
  readonly letter: Letter;
  readonly subject: Subject;
  readonly found: FoundPatch;
  readonly role: Role;
  /** A file that the letter encloses, one of several patches: `subject` and `found` are the file's own. */
  readonly isEnclosed: boolean;
}

/** Gives every letter of a thread its role. */
export function assignRoles(thread: Thread): readonly Entry[] {
  const entries = thread.letters.map((letter): Entry => {
    const subject = parseSubject(letter.subject);
    const found = readPatch(letter);
    return { letter, subject, found, role: roleOf(letter, subject, found), isEnclosed: false };
  });
  const covers = findNakedCovers(entries, thread);
  const repeats = findRepeats(entries, thread);
  return entries.map((entry) => {
    if (covers.has(entry.letter)) return { ...entry, role: 'cover' };
    return repeats.has(entry.letter) ? { ...entry, role: 'reply' } : entry;
  });
}

/** The same person by address, or by name where an archive masked the address. */
export function isSamePerson(one: Letter['from'], other: Letter['from']): boolean {
  if (one === null || other === null) return false;
  if (one.address !== null && other.address !== null)
    return one.address.toLowerCase() === other.address.toLowerCase();
  return one.name !== '' && one.name.toLowerCase() === other.name.toLowerCase();
}

function roleOf(letter: Letter, subject: Subject, found: FoundPatch): Role {
  if (letter.source === 'commit-page' || letter.source === 'patch') return 'patch';
  const hasDiff = found.from === 'inline' || found.from === 'attachment';
  if (subject.isReply || subject.isForward || subject.isPull) return 'reply';
  if (!subject.isPatch) return hasDiff ? 'patch' : 'reply';
  if (subject.index === 0)
    return letter.source === 'archive-page' && quotesSomebody(letter) ? 'reply' : 'cover';
  if (hasDiff) return 'patch';
  if (quotesSomebody(letter)) return 'reply';
  return subject.index === null ? 'naked' : 'patch';
}

/** A reply that lost its "Re:" still quotes what it answers; archive pages print every reply under the first subject. */
function quotesSomebody(letter: Letter): boolean {
  const isAnswer =
    letter.inReplyTo !== null || letter.references.length > 0 || letter.source === 'archive-page';
  return isAnswer && letter.text.split('\n').some((line) => quoteDepth(line) > 0);
}

/** Letters without a diff that answer another under its very subject: their mailer put no "Re:" before it. */
function findRepeats(entries: readonly Entry[], thread: Thread): ReadonlySet<Letter> {
  const bare = entries.filter(({ role, found }) => {
    return (role === 'patch' || role === 'naked') && (found.from === 'diffless' || found.from === 'quoted');
  });
  const answering = bare
    .map(({ letter }) => letter)
    .filter((letter) => {
      return thread.parentOf(letter)?.subject === letter.subject;
    });
  return new Set(answering);
}

/** A cover letter without 0/N: its own author's counted patches, or a single patch, answer it. */
function findNakedCovers(entries: readonly Entry[], thread: Thread): ReadonlySet<Letter> {
  const covers = new Set<Letter>();
  const byLetter = new Map(entries.map((entry) => [entry.letter, entry]));
  for (const { letter, role } of entries) {
    if (role !== 'patch') continue;
    const parent = thread.parentOf(letter);
    const above = parent === null ? undefined : byLetter.get(parent);
    if (above === undefined || !isSamePerson(above.letter.from, letter.from)) continue;
    const isRoot = thread.parentOf(above.letter) === null && above.letter.inReplyTo === null;
    const isBareCover = above.role === 'reply' && !above.subject.isReply && isRoot && !above.subject.isPull;
    if (above.role === 'naked' || isBareCover) covers.add(above.letter);
  }
  return covers;
}
