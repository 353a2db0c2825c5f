import type { Letter } from '../ingest/letter.ts';
import type { Problem } from '../problem.ts';
import type { Entry } from './head.ts';
import { countPatches, labelsOf, titleOf, uniqueTrailers } from './labels.ts';
import { signer } from './lone-replies.ts';
import { miscount } from './miscount.ts';
import { patchIdOf } from './patch-id.ts';
import { headsOf, type Posting } from './posting.ts';
import { relationsOf } from './relations.ts';
import { refusals } from './reply-trailers.ts';
import type { Answer, Patch, Series, Trailer } from './series.ts';
import type { SeriesLimits } from './series-limits.ts';
import { linkedId, messageTrailers } from './trailers.ts';

/** The series that was sent as these letters, with the replies that are at hand. */
export function postedSeries(posting: Posting, heard: readonly Answer[], limits: SeriesLimits): Series {
  const heads = headsOf(posting);
  const first = firstOf(heads);
  const patches = posting.patches.map(patchOf);
  const total = totalOf(posting);
  const { problems, ...counts } = countPatches(patches, total, placeOf(first.letter), limits);
  const own = posting.patches.flatMap(({ found, letter }) =>
    messageTrailers(found.message, letter.messageId, limits),
  );
  const answers = heard.map((answer) => withoutKnown(answer, own));
  return {
    ...labelsOf(heads, first),
    ...relationsOf(heads, answers),
    author: first.found.author ?? first.letter.from ?? signer(first.found.message),
    total,
    coverLetter: posting.cover !== null,
    ...counts,
    patches,
    trailers: uniqueTrailers([...own, ...answers.flatMap(({ given }) => given)]),
    versions: [],
    replies: answers.length,
    answers,
    letters: [...new Set([...heads, ...answers].map(({ letter }) => letter))],
    problems: [...headProblems(posting), ...problems, ...refusals(answers)],
  };
}

/** Who restates a trailer of the patch itself claims nothing. */
function withoutKnown(answer: Answer, own: readonly Trailer[]): Answer {
  if (answer.refused.length === 0) return answer;
  const known = new Set(own.map(({ key, value }) => `${key}: ${value}`.toLowerCase()));
  return { ...answer, refused: answer.refused.filter(({ text }) => !known.has(text.toLowerCase())) };
}

function firstOf(heads: readonly Entry[]): Entry {
  const [first] = heads;
  if (first === undefined) throw new Error('a posting holds at least one letter');
  return first;
}

/** The patches know better than the cover letter how many they are. */
function totalOf(posting: Posting): number {
  const stated = posting.patches.map(({ subject }) => subject.total).find((total) => total !== null);
  return stated ?? posting.cover?.subject.total ?? Math.max(posting.patches.length, 1);
}

function patchOf(entry: Entry, place: number): Patch {
  const { found, letter, subject } = entry;
  return {
    index: subject.index ?? place + 1,
    subject: titleOf(entry),
    messageId: letter.messageId ?? (letter.source === 'commit-page' ? linkedId(found.message) : null),
    from: found.from,
    files: found.files,
    patchId: found.wholeOctets === null ? null : patchIdOf(found.wholeOctets),
    message: found.message,
  };
}

function headProblems({ cover, patches }: Posting): readonly Problem[] {
  const damage = patches.flatMap(({ found }) => found.problems);
  const bare = patches.filter(
    ({ found, letter }) => found.from === 'diffless' && letter.source !== 'commit-page',
  );
  const problems: Problem[] = bare.map(({ letter }) => ({ code: 'diff-missing', at: placeOf(letter) }));
  const found = patches.map(({ subject }) => subject.total).find((total) => total !== null) ?? null;
  const stated = cover?.subject.total ?? null;
  if (cover !== null && stated !== null && found !== null && stated !== found) {
    problems.push({ code: 'total-disagrees', stated, found, at: placeOf(cover.letter) });
  }
  return [...damage, ...problems, ...patches.flatMap((patch) => miscount(patch) ?? [])];
}

function placeOf({ messageId }: Letter) {
  return { messageId, line: null };
}
