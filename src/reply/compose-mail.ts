import { createHash } from 'node:crypto';
import type { Report } from '../report.ts';
import { answerCounts } from './answers.ts';
import type { Draft, Mailbox } from './draft.ts';
import { lintMail } from './lint-mail.ts';
import { mailBody } from './mail-body.ts';
import { mailDate } from './mail-date.ts';
import { encodedText, foldedHeader, headerText, isMessageId, mailboxText } from './mail-headers.ts';
import type { MailParent } from './mail-parent.ts';
import type { Violation } from './mail-rules.ts';

/** To whom a reply goes, and what it answers. All addresses are bare, all ids without angle brackets. */
export interface MailContext {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly parent: MailParent;
  /** ISO 8601; set once, so that a retry has the same bytes. */
  readonly date: string;
  /** Right side of our Message-IDs. */
  readonly domain: string;
  /** The page of this evaluation; null where there is none. */
  readonly url: string | null;
}

/** A mail may be sent only when `isSendable`; a draft that breaks a rule is there to be looked at. */
export type ComposedMail =
  | { readonly isSendable: true; readonly draft: Draft; readonly violations: readonly [] }
  | { readonly isSendable: false; readonly draft: Draft; readonly violations: readonly Violation[] };

const NO_SUBJECT = '(no subject)';
const REFERENCES_MAX = 50;
const PARENT_PART_MAX = 80;

/** The reply to the mail that carries the claim. Never throws on text from outside; what breaks a rule is a violation. */
export function composeMail(report: Report, context: MailContext): ComposedMail {
  const body = mailBody(report, context);
  const key = keyOf(body, context);
  const messageId = ownId([`v${report.series.version}`, key], context.parent.messageId, context.domain);
  const draft = assembled({ key, messageId, headers: headers(report, context, messageId), body });
  return checked(draft, lintMail(draft.raw, { report, recipients: recipientsOf(context), own: context }));
}

/** A draft with its bytes: headers folded, an empty line, the body. */
export function assembled(draft: Omit<Draft, 'raw'>): Draft {
  const head = draft.headers.map(([name, value]) => foldedHeader(name, value)).join('\n');
  return { ...draft, raw: `${head}\n\n${draft.body}` };
}

export function checked(draft: Draft, violations: readonly Violation[]): ComposedMail {
  return violations.length === 0
    ? { isSendable: true, draft, violations: [] }
    : { isSendable: false, draft, violations };
}

/** An id of ours: what it is, and the left side of the parent's id as far as that is plain enough to stand in it. */
export function ownId(parts: readonly string[], parentId: string, domain: string): string {
  const parent = (parentId.split('@')[0] ?? '').replace(/[^A-Za-z0-9_+-]+/g, '.').slice(0, PARENT_PART_MAX);
  return `${[...parts, ...parent.split('.')].filter((part) => part !== '').join('.')}@${domain}`;
}

/** Headers that every mail of ours has, beside who writes to whom about what. */
export const FIXED_HEADERS = [
  ['Auto-Submitted', 'auto-replied'],
  ['X-Patchwork-Hint', 'ignore'],
  ['MIME-Version', '1.0'],
  ['Content-Type', 'text/plain; charset=utf-8'],
  ['Content-Transfer-Encoding', '8bit'],
] as const;

function headers(report: Report, context: MailContext, messageId: string): Draft['headers'] {
  const { from, to, cc, parent } = context;
  return [
    ['From', mailboxText(from)],
    ['To', to.map(mailboxText).join(', ')],
    ...(cc.length === 0 ? [] : [['Cc', cc.map(mailboxText).join(', ')] as const]),
    ['Subject', replySubject(parent.subject)],
    ['Date', mailDate(context.date) ?? ''],
    ['Message-ID', `<${messageId}>`],
    ['In-Reply-To', isMessageId(parent.messageId) ? `<${parent.messageId}>` : ''],
    ['References', references(parent)],
    ['X-Loop', from.address],
    ['X-Giveback-Series', seriesName(report)],
    ['X-Giveback-Verdict', verdictCounts(report)],
    ['X-Giveback-Run', runName(report)],
    ...FIXED_HEADERS,
  ];
}

/** The parent's subject as a reply has it, encoded where it has to be. */
export function replySubject(subject: string): string {
  const text = headerText(subject) || NO_SUBJECT;
  return encodedText(/^re:/i.test(text) ? text.replace(/^re: ?/i, 'Re: ') : `Re: ${text}`);
}

/** The parent's References and the parent, each once; of a very long thread its root and its latest mails. */
export function references({
  references: older,
  messageId,
}: Pick<MailParent, 'references' | 'messageId'>): string {
  const ids = [...new Set([...older.filter((id) => id !== messageId), messageId])].filter(isMessageId);
  const kept = ids.length <= REFERENCES_MAX ? ids : [...ids.slice(0, 1), ...ids.slice(1 - REFERENCES_MAX)];
  return kept.map((id) => `<${id}>`).join(' ');
}

function seriesName({ series, input }: Report): string {
  const id = series.patches.map(({ messageId }) => messageId).find((one) => one !== null) ?? input.messageId;
  return id !== null && isMessageId(id) ? `${id} v${series.version}` : `v${series.version}`;
}

function runName({ reproduce }: Report): string {
  const { modelVersion, seed, configSha256 } = reproduce;
  return `model=${headerText(modelVersion)} seed=${seed} config=${headerText(configSha256).slice(0, 12)}`;
}

function verdictCounts(report: Report): string {
  const counts = answerCounts(report.claims).map(
    ({ words, count }) => `${words.replaceAll(' ', '-')}=${count}`,
  );
  return counts.join(' ') || 'no-claim=0';
}

function recipientsOf({ to, cc }: MailContext): string[] {
  return [...to, ...cc].map(({ address }) => address);
}

/** Two mails that say the same, to the same people, about the same mail, are one mail. */
function keyOf(body: string, context: MailContext): string {
  const said = [context.parent.messageId, ...recipientsOf(context).toSorted(), body].join('\n');
  return createHash('sha256').update(said).digest('hex').slice(0, 16);
}
