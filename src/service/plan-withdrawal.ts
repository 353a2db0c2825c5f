import type { OutboxRow, PlannedPost } from '../ports/outbox-store.ts';
import { composeWithdrawal } from '../reply/compose-withdrawal.ts';
import type { Draft } from '../reply/draft.ts';
import { headerOf, readDraft } from '../reply/read-draft.ts';
import { NotUnderstood } from './asked.ts';
import type { Identity } from './service-settings.ts';

/** What is to be taken back, as an operator says it. */
export interface AskedWithdrawal {
  readonly sent: OutboxRow;
  /** "3-5", or "3": lines of the body that was sent. */
  readonly lines: string;
  readonly cause: string;
  readonly number: number;
  readonly identity: Identity;
  /** ISO 8601. */
  readonly now: string;
}

/** The mail that takes lines of another back, to the same people. @throws NotUnderstood when it may not be sent */
export function planWithdrawal(asked: AskedWithdrawal): Omit<PlannedPost, 'list' | 'thread'> {
  const { sent, number, identity, now, cause } = asked;
  const lines = linesIn(asked.lines);
  if (cause === '') throw new NotUnderstood('say why, in a few words');
  const recipients: unknown = JSON.parse(sent.target);
  const addresses = Array.isArray(recipients) ? recipients.map(String) : [];
  const { isSendable, draft, violations } = composeWithdrawal({
    ...{ sent: draftOf(sent), lines, cause, isRestGood: true, number, recipients: addresses, date: now },
    ...{ from: { name: identity.name, address: identity.address } },
    ...{ domain: identity.domain, url: identity.url },
  });
  if (!isSendable) throw new NotUnderstood(violations.map(({ rule, says }) => `${rule}: ${says}`).join('; '));
  const key = `${sent.key}-w${number}`;
  return { key, channel: 'mail', target: sent.target, body: draft.raw, state: 'planned', because: null };
}

function linesIn(text: string): { readonly first: number; readonly last: number } {
  const [, first = '', last = first] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(text) ?? [];
  if (first === '' || Number(last) < Number(first)) throw new NotUnderstood('lines are named as 3 or 3-5');
  return { first: Number(first), last: Number(last) };
}

/** Our own mail, read back from the outbox. */
function draftOf({ key, body: raw }: OutboxRow): Draft {
  const mail = readDraft(raw);
  const messageId = headerOf(mail, 'Message-ID').replace(/^</, '').replace(/>$/, '');
  return { key, messageId, headers: mail.headers, body: raw.slice(raw.indexOf('\n\n') + 2), raw };
}
