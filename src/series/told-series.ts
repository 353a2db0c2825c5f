import type { Entry } from './head.ts';
import { countPatches, labelsOf, uniqueTrailers } from './labels.ts';
import { tellSeries } from './lone-replies.ts';
import { givenTrailers, refusals } from './reply-trailers.ts';
import type { Answer, Series } from './series.ts';
import type { SeriesLimits } from './series-limits.ts';
import { messageTrailers } from './trailers.ts';

/** The series that replies speak of, when its own letters are not at hand. */
export function toldSeries(replies: readonly Entry[], limits: SeriesLimits): Series {
  const told = tellSeries(replies);
  const [first] = told.replies;
  if (first === undefined) throw new Error('a group of replies holds at least one letter');
  const stated = told.replies.find(({ subject }) => subject.total !== null)?.subject.total;
  const total = stated ?? told.patches.length;
  const { problems, ...counts } = countPatches(
    told.patches,
    total,
    { messageId: first.letter.messageId, line: null },
    limits,
  );
  const answers = told.replies.map(({ letter }): Answer => {
    return { letter, about: null, ...givenTrailers(letter, true, limits) };
  });
  const quoted = told.patches.flatMap((patch, at) =>
    messageTrailers(patch.message, told.tellers[at]?.letter.messageId ?? null, limits),
  );
  return {
    ...labelsOf(told.replies, first),
    prerequisites: [],
    supersedes: [],
    author: told.author,
    total,
    coverLetter: false,
    ...counts,
    patches: told.patches,
    trailers: uniqueTrailers([...quoted, ...answers.flatMap(({ given }) => given)]),
    versions: [],
    replies: told.replies.length,
    answers,
    letters: told.replies.map((entry) => entry.letter),
    problems: [...told.tellers.flatMap((teller) => teller.found.problems), ...problems, ...refusals(answers)],
  };
}
