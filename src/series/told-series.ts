import type { Entry } from './head.ts';
import { countPatches, labelsOf, uniqueTrailers } from './labels.ts';
import { tellSeries } from './lone-replies.ts';
import { givenTrailers } from './reply-trailers.ts';
import type { Series } from './series.ts';
import { messageTrailers } from './trailers.ts';

/** The series that replies speak of, when its own letters are not at hand. */
export function toldSeries(replies: readonly Entry[]): Series {
  const told = tellSeries(replies);
  const [first] = told.replies;
  if (first === undefined) throw new Error('a group of replies holds at least one letter');
  const stated = told.replies.find(({ subject }) => subject.total !== null)?.subject.total;
  const total = stated ?? told.patches.length;
  const { problems, ...counts } = countPatches(told.patches, total, {
    messageId: first.letter.messageId,
    line: null,
  });
  const given = told.replies.map((reply) => givenTrailers(reply.letter, true));
  const quoted = told.patches.flatMap((patch, at) =>
    messageTrailers(patch.message, told.tellers[at]?.letter.messageId ?? null),
  );
  return {
    ...labelsOf(told.replies, first),
    author: told.author,
    total,
    coverLetter: false,
    ...counts,
    patches: told.patches,
    trailers: uniqueTrailers([...quoted, ...given.flatMap((one) => one.value)]),
    versions: [],
    replies: told.replies.length,
    letters: told.replies.map((entry) => entry.letter),
    problems: [
      ...told.tellers.flatMap((teller) => teller.found.problems),
      ...problems,
      ...given.flatMap((one) => one.problems),
    ],
  };
}
