import type { PlannedEvaluation } from '../ports/evaluation-store.ts';
import type { PlannedPost } from '../ports/outbox-store.ts';
import { composeMail, type MailContext } from '../reply/compose-mail.ts';
import type { Mailbox } from '../reply/draft.ts';
import { mailParent } from '../reply/mail-parent.ts';
import { pageAddress } from '../reply/page-address.ts';
import type { Report } from '../report.ts';
import { postKey } from './job-keys.ts';
import { openQuestion } from './open-question.ts';
import { isSaidAlready } from './said-already.ts';
import type { Identity, ListPolicy, Stage } from './service-settings.ts';
import type { ThreadMail } from './thread-mail.ts';
import { type Answered, whySilent } from './why-silent.ts';

/** A report on its way out. */
export interface Reported {
  readonly evaluation: Pick<PlannedEvaluation, 'key' | 'thread' | 'list'>;
  readonly report: Report;
  readonly mails: readonly ThreadMail[];
  readonly policy: ListPolicy;
  readonly identity: Identity;
  /** ISO 8601: the Date of a mail is set here and never again, so that a retry has the same bytes. */
  readonly now: string;
  /** An ISO 8601 time in milliseconds since 1970; NaN for what is none. Here is no clock, and no calendar either. */
  readonly millisecondsOf: (iso: string) => number;
  /** Somebody of the list asked for it: it need not be grave, and does not wait. */
  readonly isAskedFor?: boolean;
}

export interface PlannedPosts {
  readonly posts: readonly PlannedPost[];
  /** Why nothing is said, or nothing to anybody else. */
  readonly silences: readonly string[];
}

/** What is said by mail about a report, and why not more. At most one mail for each version of a series. */
export function planMail(reported: Reported): PlannedPosts {
  const { report, mails } = reported;
  const parent = mailParent(report, mails);
  const answered =
    mails.find(({ messageId }) => messageId !== null && messageId === parent.messageId) ?? null;
  const from = answered?.from ?? null;
  const silences = [
    ...whySilent(report, answered && answeredFacts(answered), reported.isAskedFor),
    ...whyPeopleFirst(reported),
  ];
  if (silences.length > 0 || from === null || from.address === null) return { posts: [], silences };
  return composed(reported, { name: from.name, address: from.address });
}

function answeredFacts({ subject, from, autoSubmitted }: ThreadMail): Answered {
  return { subject, from: from?.address ?? null, autoSubmitted };
}

/** What people of the thread have said, or are about to say. */
function whyPeopleFirst({ report, mails, identity, policy }: Reported): readonly string[] {
  const own = identity.address.toLowerCase();
  const isSaid = isSaidAlready(report, mails, own);
  const asked = openQuestion(mails, {
    ...{ own, domain: identity.domain, author: report.series.author?.address?.toLowerCase() ?? null },
    operators: policy.operators.map((one) => one.toLowerCase()),
  });
  return [...(isSaid ? ['somebody has made the point already'] : []), ...(asked === null ? [] : [asked])];
}

function composed(reported: Reported, author: Mailbox): PlannedPosts {
  const { evaluation, report, mails, identity, policy, now } = reported;
  const isPublic = policy.stage === 'list' || policy.stage === 'moderated';
  const context: MailContext = {
    from: { name: identity.name, address: identity.address },
    to: [author],
    cc: isPublic && policy.address !== null ? [{ name: '', address: policy.address }] : [],
    parent: mailParent(report, mails),
    date: now,
    domain: identity.domain,
    url: pageAddress(identity.url, evaluation.key),
  };
  const { isSendable, draft, violations } = composeMail(report, context);
  if (!isSendable)
    return { posts: [], silences: violations.map(({ rule, says }) => `the mail breaks ${rule}: ${says}`) };
  return said(reported, draft.raw, [...context.to, ...context.cc]);
}

function said(reported: Reported, body: string, recipients: readonly Mailbox[]): PlannedPosts {
  const { evaluation, report, policy } = reported;
  if (policy.mute) return { posts: [], silences: ['the list is muted'] };
  const { thread, list } = evaluation;
  const addresses = recipients.map(({ address }) => address);
  const { channel, state, because } = WAYS[policy.stage];
  const ageMs = reported.millisecondsOf(reported.now) - answeredAtMs(reported);
  if (channel === 'mail' && ageMs > policy.answerWithinDays * DAY_MS)
    return { posts: [], silences: [`the mail to answer is ${Math.floor(ageMs / DAY_MS)} days old`] };
  const target = channel === 'directory' ? `${list}-${thread}.eml` : JSON.stringify(addresses);
  const about = { channel, target, thread, version: report.series.version, kind: 'verdict' };
  const post = {
    ...{ key: postKey(about), channel, target, list, thread, body, state, because },
    notBeforeMs: channel === 'mail' && reported.isAskedFor !== true ? embargoEndMs(reported) : 0,
  };
  return { posts: [post], silences: because === null ? [] : [because] };
}

function embargoEndMs(reported: Reported): number {
  return answeredAtMs(reported) + reported.policy.embargoHours * HOUR_MS;
}

/** When the mail that is answered was written; now where its date can not be trusted. */
function answeredAtMs({ report, mails, now, millisecondsOf }: Reported): number {
  const nowMs = millisecondsOf(now);
  const parsed = millisecondsOf(mailParent(report, mails).date ?? now);
  return Number.isNaN(parsed) ? nowMs : Math.min(parsed, nowMs);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Way = Pick<PlannedPost, 'channel' | 'state' | 'because'>;

/** Nothing leaves before a list has asked for it. */
const WAYS: Readonly<Record<Stage, Way>> = {
  shadow: { channel: 'directory', state: 'planned', because: 'the list is in shadow: drafts stay here' },
  'author-only': { channel: 'mail', state: 'planned', because: null },
  moderated: { channel: 'mail', state: 'held', because: 'an operator has to release it' },
  list: { channel: 'mail', state: 'planned', because: null },
};
