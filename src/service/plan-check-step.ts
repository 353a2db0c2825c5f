import type { PlannedPost } from '../ports/outbox-store.ts';
import { type CheckStep, composeCheckStep } from '../reply/compose-check-step.ts';
import { postKey } from './job-keys.ts';
import { readTopic } from './request-document.ts';
import type { ListPolicy } from './service-settings.ts';

/** Where an evaluation of a request is, and what it is about. */
export interface SteppedRequest {
  readonly thread: string;
  readonly list: string;
  /** "owner/name#7@<head>" */
  readonly topic: string;
  readonly policy: Pick<ListPolicy, 'stage' | 'mute'>;
}

/**
 * How far an evaluation is, to be said by the check of its commit; null where nothing is said before a person has looked.
 * Once for each step of a commit: a run more of it leaves the verdict where it is until there is another.
 */
export function planCheckStep(step: CheckStep, request: SteppedRequest): PlannedPost | null {
  const { thread, list, topic: target, policy } = request;
  const parts = readTopic(target);
  const isSaidAtOnce = policy.stage === 'list' || policy.stage === 'author-only';
  if (parts === null || policy.mute || !isSaidAtOnce) return null;
  const channel = 'check-run';
  const check = composeCheckStep(step, { key: `pr/${parts.number}`, head: parts.head });
  return {
    key: postKey({ channel, target, thread, version: 1, kind: `check is ${step}` }),
    ...{ channel, target, list, thread, body: JSON.stringify(check), state: 'planned', because: null },
  };
}
