import type { Letter } from '../ingest/letter.ts';
import { type Answers, sortAnswers } from './answers.ts';
import { carryTrailers } from './carried-trailers.ts';
import { withEnclosed } from './enclosed-patches.ts';
import { assignRoles } from './head.ts';
import { placeMiscounted } from './miscount.ts';
import { fillPartialRerolls } from './partial-reroll.ts';
import { postedSeries } from './posted-series.ts';
import { byDate, groupPostings, headsOf, type Posting } from './posting.ts';
import { answerOf } from './reply-trailers.ts';
import type { Series } from './series.ts';
import type { SeriesLimits } from './series-limits.ts';
import { type Thread, threadLetters } from './thread.ts';
import { toldSeries } from './told-series.ts';
import { linkVersions, type Threaded } from './versions.ts';

export { currentSeries, familyOf } from './versions.ts';

/**
 * Every series that the letters post or speak of, in the order of their dates. A series whose own letters are not at
 * hand is told from the replies to it; letters about no patch at all make a series without patches.
 */
export function collectSeries(letters: readonly Letter[], limits: SeriesLimits): readonly Series[] {
  const thread = threadLetters(letters);
  const entries = withEnclosed(assignRoles(thread), thread);
  const postings = placeMiscounted(groupPostings(entries, thread, limits), thread);
  const answers = sortAnswers(entries, postings, thread);
  const posted = postings.map((posting) => threadedPosting(posting, { answers, thread, limits }));
  const told = answers.orphans.map((replies) => {
    const series = toldSeries(replies, limits);
    return { series, root: rootOf(series, thread) };
  });
  return linkVersions(carryTrailers(fillPartialRerolls([...posted, ...told], limits)));
}

interface Around {
  readonly answers: Answers;
  readonly thread: Thread;
  readonly limits: SeriesLimits;
}

function threadedPosting(posting: Posting, { answers, thread, limits }: Around): Threaded {
  const replies = (answers.byPosting.get(posting) ?? []).toSorted(byDate).map(({ letter }) => {
    const head = answers.headOf.get(letter) ?? headsOf(posting)[0]?.letter;
    const about = head?.messageId ?? null;
    return answerOf({ letter, about, isStray: answers.strayed.has(letter) }, limits);
  });
  const series = postedSeries(posting, replies, limits);
  return { series, root: rootOf(series, thread) };
}

function rootOf(series: Series, thread: Thread): string {
  const [first] = series.letters;
  return first === undefined ? '' : thread.rootOf(first);
}
