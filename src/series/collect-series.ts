import type { Letter } from '../ingest/letter.ts';
import type { Place, Problem } from '../problem.ts';
import { assignRoles, type Entry } from './head.ts';
import { signer, tellSeries } from './lone-replies.ts';
import { patchIdOf } from './patch-id.ts';
import { byDate, groupPostings, type Posting } from './posting.ts';
import { givenTrailers } from './reply-trailers.ts';
import type { Patch, Series, Trailer } from './series.ts';
import { parseSubject } from './subject.ts';
import { type Thread, threadLetters } from './thread.ts';
import { findTrailers, linkedId, withMessageId } from './trailers.ts';
import { linkVersions, type Threaded } from './versions.ts';

export { currentSeries } from './versions.ts';

/**
 * Every series that the letters post or speak of, in the order their threads came. A series whose own letters are not
 * at hand is told from the replies to it; letters about no patch at all make a series without patches.
 */
export function collectSeries(letters: readonly Letter[]): readonly Series[] {
  const thread = threadLetters(letters);
  const entries = assignRoles(thread);
  const postings = groupPostings(entries, thread);
  const answers = sortAnswers(entries, postings, thread);
  const posted = postings.map((posting) =>
    postedSeries(posting, answers.byPosting.get(posting) ?? [], thread),
  );
  const told = [...answers.orphans.values()].map((replies) => toldSeries(replies, thread));
  return linkVersions([...posted, ...told]);
}

interface Answers {
  readonly byPosting: ReadonlyMap<Posting, readonly Entry[]>;
  /** Replies to what is not at hand, those about the same series together. */
  readonly orphans: ReadonlyMap<string, readonly Entry[]>;
}

function sortAnswers(entries: readonly Entry[], postings: readonly Posting[], thread: Thread): Answers {
  const homes = new Map<Letter, Posting>();
  const titles = new Map<string, Posting>();
  for (const posting of postings) {
    for (const head of headsOf(posting)) {
      homes.set(head.letter, posting);
      titles.set(labelOf(head), posting);
    }
  }
  const byPosting = new Map<Posting, Entry[]>();
  const orphans = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.role !== 'reply') continue;
    const home = homeAbove(entry.letter, homes, thread) ?? titles.get(labelOf(entry));
    if (home !== undefined) byPosting.set(home, [...(byPosting.get(home) ?? []), entry]);
    else orphans.set(orphanKey(entry, thread), [...(orphans.get(orphanKey(entry, thread)) ?? []), entry]);
  }
  return { byPosting, orphans };
}

function headsOf(posting: Posting): readonly Entry[] {
  return posting.cover === null ? posting.patches : [posting.cover, ...posting.patches];
}

function labelOf({ subject }: Entry): string {
  return `${subject.version ?? 1}|${subject.title.toLowerCase()}`;
}

function homeAbove(letter: Letter, homes: ReadonlyMap<Letter, Posting>, thread: Thread): Posting | undefined {
  for (let above = thread.parentOf(letter); above !== null; above = thread.parentOf(above)) {
    const home = homes.get(above);
    if (home !== undefined) return home;
  }
  return undefined;
}

function orphanKey({ letter, subject }: Entry, thread: Thread): string {
  return [thread.rootOf(letter), subject.version ?? 1, subject.total ?? subject.title.toLowerCase()].join(
    '|',
  );
}

function postedSeries(posting: Posting, answers: readonly Entry[], thread: Thread): Threaded {
  const heads = headsOf(posting);
  const first = heads[0];
  if (first === undefined) throw new Error('a posting holds at least one letter');
  const patches = posting.patches.map(patchOf);
  const given = givenByReplies(answers, false);
  const total = totalOf(posting);
  const root = thread.rootOf(first.letter);
  const counts = countsOf(patches, total, { messageId: first.letter.messageId, line: null });
  const series = {
    ...labels(heads, first),
    author: first.found.author ?? first.letter.from ?? signer(first.found.message),
    total,
    coverLetter: posting.cover !== null,
    ...counts,
    patches,
    trailers: unique([...posting.patches.flatMap(ownTrailers), ...given.value]),
    versions: [],
    replies: answers.length,
    letters: [...heads, ...answers.toSorted(byDate)].map((entry) => entry.letter),
    problems: [...headProblems(posting), ...counts.problems, ...given.problems],
  };
  return { series, root };
}

function toldSeries(replies: readonly Entry[], thread: Thread): Threaded {
  const told = tellSeries(replies);
  const first = told.replies[0];
  if (first === undefined) throw new Error('a group of replies holds at least one letter');
  const total =
    told.replies.find(({ subject }) => subject.total !== null)?.subject.total ?? told.patches.length;
  const given = givenByReplies(told.replies, true);
  const counts = countsOf(told.patches, total, { messageId: first.letter.messageId, line: null });
  const quoted = told.patches.flatMap((patch, at) =>
    messageTrailers(patch.message, told.tellers[at]?.messageId ?? null),
  );
  const found = told.replies
    .filter(({ letter }) => told.tellers.includes(letter))
    .flatMap(({ found }) => found.problems);
  const series = {
    ...labels(told.replies, first),
    author: told.author,
    total,
    coverLetter: false,
    ...counts,
    patches: told.patches,
    trailers: unique([...quoted, ...given.value]),
    versions: [],
    replies: told.replies.length,
    letters: told.replies.map((entry) => entry.letter),
    problems: [...found, ...counts.problems, ...given.problems],
  };
  return { series, root: thread.rootOf(first.letter) };
}

/** What the subjects and the texts of a series' own letters say of all of it. */
function labels(heads: readonly Entry[], first: Entry) {
  const texts = heads.map((head) => head.letter.text);
  return {
    subject: first.found.subject === null ? first.subject.title : parseSubject(first.found.subject).title,
    version: heads.map(({ subject }) => subject.version).find((version) => version !== null) ?? 1,
    rfc: heads.some(({ subject }) => subject.rfc),
    resend: heads.some(({ subject }) => subject.resend),
    date: first.letter.date,
    baseCommit: firstMatch(texts, /^(?:>[> ]{0,20})?base-commit: ([0-9a-f]{40,64})\s*$/m),
    changeId: firstMatch(texts, /^(?:>[> ]{0,20})?change-id: ([\w.-]{1,200})\s*$/m),
  };
}

function firstMatch(texts: readonly string[], pattern: RegExp): string | null {
  return texts.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? null;
}

function totalOf(posting: Posting): number {
  const stated = posting.patches.map(({ subject }) => subject.total).find((total) => total !== null);
  return stated ?? posting.cover?.subject.total ?? Math.max(posting.patches.length, 1);
}

function patchOf(entry: Entry, place: number): Patch {
  const { found, letter, subject } = entry;
  const { from, files, wholeOctets, message } = found;
  const patchId = wholeOctets === null ? null : patchIdOf(wholeOctets);
  const index = subject.index ?? place + 1;
  const messageId = letter.messageId ?? (letter.source === 'commit-page' ? linkedId(message) : null);
  const title = found.subject === null ? subject.title : parseSubject(found.subject).title;
  return { index, subject: title, messageId, from, files, patchId, message };
}

/** Which numbers between 1 and the total are not at hand, and which patches stand outside of them. */
function countsOf(patches: readonly Patch[], total: number, at: Place) {
  const here = new Set(patches.map((patch) => patch.index));
  const wanted = Array.from({ length: Math.min(total, 1000) }, (_, index) => index + 1);
  const missing = wanted.filter((index) => !here.has(index));
  const extra = [...here].filter((index) => index > total || !Number.isInteger(index));
  const problems: readonly Problem[] = [
    ...missing.map((index) => ({ code: 'patch-missing', index, total, at }) as const),
    ...extra.map((index) => ({ code: 'patch-extra', index, total, at }) as const),
  ];
  return { missing, complete: missing.length === 0, problems };
}

function headProblems(posting: Posting): readonly Problem[] {
  const problems: Problem[] = posting.patches.flatMap(({ found }) => found.problems);
  for (const { found, letter } of posting.patches) {
    const isPage = letter.source === 'commit-page';
    if (found.from === 'diffless' && !isPage)
      problems.push({ code: 'diff-missing', at: { messageId: letter.messageId, line: null } });
  }
  const { cover } = posting;
  const found = posting.patches.find(({ subject }) => subject.total !== null)?.subject.total ?? null;
  const stated = cover?.subject.total ?? null;
  if (cover !== null && stated !== null && found !== null && stated !== found) {
    problems.push({
      code: 'total-disagrees',
      stated,
      found,
      at: { messageId: cover.letter.messageId, line: null },
    });
  }
  return problems;
}

function ownTrailers(entry: Entry): readonly Trailer[] {
  return messageTrailers(entry.found.message, entry.letter.messageId);
}

function messageTrailers(message: string, messageId: string | null): readonly Trailer[] {
  return findTrailers(message.split('\n')).map((trailer) => withMessageId(trailer, messageId));
}

function givenByReplies(replies: readonly Entry[], isAlone: boolean) {
  const given = replies.map((reply) => givenTrailers(reply.letter, isAlone));
  return { value: given.flatMap((one) => one.value), problems: given.flatMap((one) => one.problems) };
}

function unique(trailers: readonly Trailer[]): readonly Trailer[] {
  const byText = new Map<string, Trailer>();
  for (const trailer of trailers) {
    const text = `${trailer.key}: ${trailer.value}`.toLowerCase();
    if (!byText.has(text)) byText.set(text, trailer);
  }
  return [...byText.values()];
}
