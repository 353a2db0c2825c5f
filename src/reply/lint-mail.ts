import { MAIL_RULES, type MailPolicy, type Violation } from './mail-rules.ts';
import { readDraft } from './read-draft.ts';

/**
 * Every rule that a mail breaks, read from its bytes as they would be sent. An empty list is leave to send; anything
 * else is a mail that stays here. Asked when a mail is composed and again before it goes out.
 */
export function lintMail(raw: string, policy: MailPolicy): Violation[] {
  const mail = readDraft(raw);
  return MAIL_RULES.flatMap(({ rule, breaches }) => breaches(mail, policy).map((says) => ({ rule, says })));
}
