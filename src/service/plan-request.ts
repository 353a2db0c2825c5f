import type { PlannedEvaluation } from '../ports/evaluation-store.ts';
import type { PlannedPost } from '../ports/outbox-store.ts';
import { type CheckRun, composeCheckRun } from '../reply/compose-check-run.ts';
import { composeComment } from '../reply/compose-comment.ts';
import { markdownText } from '../reply/escape-markdown.ts';
import { pageAddress } from '../reply/page-address.ts';
import type { Report } from '../report.ts';
import { postKey } from './job-keys.ts';
import type { PlannedPosts } from './plan-posts.ts';
import { REPOSITORY_FILE, type RepositoryPolicy, wishesHeader } from './repository-policy.ts';
import { readTopic } from './request-document.ts';
import type { ListPolicy } from './service-settings.ts';

/** A report about a pull request on its way out. */
export interface RequestReported {
  readonly evaluation: Pick<PlannedEvaluation, 'key' | 'thread' | 'list'>;
  readonly report: Report;
  /** "owner/name#7@<head>" */
  readonly topic: string;
  readonly policy: ListPolicy;
  /** What the repository wishes. */
  readonly own: RepositoryPolicy;
  /** Address of the service, where it has one. */
  readonly url: string | null;
  /** Somebody who may decide for the repository asked for the comment. */
  readonly isAskedFor?: boolean;
}

/** Outcomes that are worth a comment: everything else the check says by itself. */
const WORTH_A_COMMENT: readonly Report['outcome'][] = ['hazard', 'beyond-limit', 'contradicted'];

/** The check of the commit always, the one comment only where something was found. */
export function planRequest(reported: RequestReported): PlannedPosts {
  const { evaluation, report, topic, policy, own } = reported;
  const parts = readTopic(topic);
  if (parts === null) return { posts: [], silences: [`"${topic.slice(0, 80)}" names no pull request`] };
  if (policy.mute || own.mute) return { posts: [], silences: ['the repository is muted'] };
  const url = pageAddress(reported.url, evaluation.key);
  const context = { key: `pr/${parts.number}`, head: parts.head, url, previous: [] };
  const comment = composeComment(report, context);
  const check = withNotice(composeCheckRun(report, { ...context, isGate: own.gate }), own);
  const isFound = WORTH_A_COMMENT.includes(report.outcome);
  const isWorthIt = reported.isAskedFor === true || (isFound && own.comment === 'findings');
  const because = isFound ? 'the repository wants no comment' : `the outcome is ${report.outcome}`;
  return {
    posts: [
      post(reported, 'check-run', JSON.stringify(check), [comment.digest, ...wishesHeader(own)].join(' ')),
      ...(isWorthIt ? [post(reported, 'comment', comment.body, comment.digest)] : []),
    ],
    silences: isWorthIt ? [] : [`${because}: the check says it, and no comment`],
  };
}

/** A file that can not be read is told of where those see it who can mend it. */
function withNotice(check: CheckRun, { notice }: RepositoryPolicy): CheckRun {
  if (notice === null) return check;
  const told = `${REPOSITORY_FILE} is not followed: ${markdownText(notice)}`;
  return { ...check, output: { ...check.output, summary: `${check.output.summary}\n\n${told}\n` } };
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
