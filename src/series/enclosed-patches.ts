import type { Entry } from './head.ts';
import { readAttachedPatches } from './read-patch.ts';
import { parseSubject, type Subject } from './subject.ts';
import type { Thread } from './thread.ts';

/**
 * Takes the letters apart that enclose several patches as files: such a letter is a cover letter, and each file a patch
 * below it. A counted patch keeps to its own diff, and so does a cover letter whose patches were sent as mails.
 */
export function withEnclosed(entries: readonly Entry[], thread: Thread): readonly Entry[] {
  const answered = new Set(
    entries
      .filter(({ role, subject }) => role === 'patch' && subject.index !== null)
      .map(({ letter }) => thread.parentOf(letter)),
  );
  return entries.flatMap((entry): readonly Entry[] => {
    const patches = mayEnclose(entry) && !answered.has(entry.letter) ? enclosedIn(entry) : [];
    return patches.length < 2 ? [entry] : [coverOf(entry), ...patches];
  });
}

/** What a file says of its author and its title it says of itself. */
function coverOf(entry: Entry): Entry {
  return { ...entry, role: 'cover', found: { ...entry.found, author: null, subject: null } };
}

function mayEnclose({ role, subject, found, letter }: Entry): boolean {
  const isHead = role === 'cover' || (role === 'patch' && subject.index === null);
  return isHead && found.from === 'attachment' && letter.attachments.length > 1;
}

/** Each under the title of its file, else of the letter. */
function enclosedIn({ letter, subject }: Entry): readonly Entry[] {
  const patches = readAttachedPatches(letter);
  const said = patches.map((found) => (found.subject === null ? subject : parseSubject(found.subject)));
  return numbered(said).map((own, at): Entry => {
    const version = own.version ?? subject.version;
    const found = patches[at];
    if (found === undefined) throw new Error('a subject for each patch');
    const counted = { ...own, version, isPatch: true };
    return { letter, subject: counted, found, role: 'patch', isEnclosed: true };
  });
}

/** By their own counters, when each has one that no other has; else in the order in which they are attached. */
function numbered(subjects: readonly Subject[]): readonly Subject[] {
  const indices = new Set(subjects.map(({ index }) => index));
  const isCounted = indices.size === subjects.length && !indices.has(null) && !indices.has(0);
  return isCounted
    ? subjects
    : subjects.map((own, at) => ({ ...own, index: at + 1, total: subjects.length }));
}
