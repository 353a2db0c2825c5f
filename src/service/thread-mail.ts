import type { Address, Letter } from '../ingest/letter.ts';
import type { AnswerableMail } from '../reply/mail-parent.ts';

/** A mail of the thread, with what an answer has to know of its sender. */
export interface ThreadMail extends AnswerableMail {
  readonly from: Address | null;
  readonly inReplyTo: string | null;
  /** To and Cc, in lower case. */
  readonly recipients: readonly string[];
  /** What Auto-Submitted says; null for what a person sent. Source: RFC 3834, section 5 */
  readonly autoSubmitted: string | null;
}

export function threadMail(letter: Letter): ThreadMail {
  const { messageId, inReplyTo, references, from, to, cc, date, subject, text, autoSubmitted } = letter;
  const recipients = [...to, ...cc].flatMap(({ address }) => address?.toLowerCase() ?? []);
  return { messageId, inReplyTo, references, from, recipients, date, subject, text, autoSubmitted };
}
