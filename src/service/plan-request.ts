import type { PlannedEvaluation, PlannedPost } from '../ports.ts';
import { composeCheckRun } from '../reply/compose-check-run.ts';
import { composeComment } from '../reply/compose-comment.ts';
import { pageAddress } from '../reply/page-address.ts';
import type { Report } from '../report.ts';
import { postKey } from './job-keys.ts';
import type { PlannedPosts } from './plan-posts.ts';
import { readTopic } from './request-document.ts';
import type { ListPolicy } from './service-settings.ts';

/** A report about a pull request on its way out. */
export interface RequestReported {
  readonly evaluation: PlannedEvaluation;
  readonly report: Report;
  /** "owner/name#7@<head>" */
  readonly topic: string;
  readonly policy: ListPolicy;
  /** Address of the service, where it has one. */
  readonly url: string | null;
}

/** Outcomes that are worth a comment: everything else the check says by itself. */
const WORTH_A_COMMENT: readonly Report['outcome'][] = ['hazard', 'beyond-limit', 'contradicted'];

/** The check of the commit always, the one comment only where something was found. */
export function planRequest(reported: RequestReported): PlannedPosts {
  const { evaluation, report, topic, policy } = reported;
  const parts = readTopic(topic);
  if (parts === null) return { posts: [], silences: [`"${topic.slice(0, 80)}" names no pull request`] };
  if (policy.mute) return { posts: [], silences: ['the repository is muted'] };
  const url = pageAddress(reported.url, evaluation.key);
  const context = { key: `pr/${parts.number}`, head: parts.head, url, previous: [] };
  const comment = composeComment(report, context);
  const check = JSON.stringify(composeCheckRun(report, { ...context, isGate: false }));
  const isWorthIt = WORTH_A_COMMENT.includes(report.outcome);
  return {
    posts: [
      post(reported, 'check-run', check, comment.digest),
      ...(isWorthIt ? [post(reported, 'comment', comment.body, comment.digest)] : []),
    ],
    silences: isWorthIt ? [] : [`the outcome is ${report.outcome}: the check says it, and no comment`],
  };
}

/** The digest is part of the key: the same again is no post, and something else is an edit. */
function post(
  { evaluation, topic, policy }: RequestReported,
  face: 'check-run' | 'comment',
  body: string,
  digest: string,
): PlannedPost {
  const { thread, list } = evaluation;
  const isShadow = policy.stage === 'shadow';
  const channel = isShadow ? 'directory' : face;
  const target = isShadow ? `${list}-${thread}.${face === 'comment' ? 'md' : 'json'}` : topic;
  const key = postKey({ channel, target: topic, thread, version: 1, kind: `${face} ${digest}` });
  const isModerated = policy.stage === 'moderated';
  return {
    ...{ key, channel, target, list, thread, body },
    state: isModerated ? 'held' : 'planned',
    because: isModerated ? 'an operator has to release it' : null,
  };
}
