import type { PlannedEvaluation } from '../ports/evaluation-store.ts';
import { answerPost } from './answer-post.ts';
import { secondReportLines } from './command-answer.ts';
import type { PlannedPosts, Reported } from './plan-posts.ts';

/** A report that somebody asked for is answered to that one alone, and changes nothing that was said. */
export function planSecond({
  evaluation,
  report,
  policy,
  identity,
  now,
}: Omit<Reported, 'mails' | 'millisecondsOf' | 'evaluation'> & {
  readonly evaluation: PlannedEvaluation;
}): PlannedPosts {
  const { asked, thread, list, run, key: kind } = evaluation;
  if (asked === null || asked.reply === null || policy.mute) return { posts: [], silences: [] };
  const lines = secondReportLines({ thread, list, run, report, asked });
  const { stage } = policy;
  return {
    posts: [answerPost(lines, { reply: asked.reply, thread, list, stage, identity, kind, now })],
    silences: [],
  };
}
