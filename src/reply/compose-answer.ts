import { createHash } from 'node:crypto';
import { assembled, FIXED_HEADERS, ownId, references, replySubject } from './compose-mail.ts';
import type { Draft, Mailbox } from './draft.ts';
import { mailWords } from './escape-mail.ts';
import { fill } from './fill.ts';
import { mailDate } from './mail-date.ts';
import { isMessageId, mailboxText } from './mail-headers.ts';

/** A command that came by mail, and who gave it. */
export interface AnsweredCommand {
  readonly address: string;
  readonly messageId: string;
  readonly references: readonly string[];
  readonly subject: string;
  /** The command as it was written. */
  readonly line: string;
  readonly kind: string;
  /** Every word of the answer is ours: the list of commands, which would be no use with its commands defused. */
  readonly isOwnWords: boolean;
  readonly identity: Mailbox & { readonly domain: string };
  /** ISO 8601. */
  readonly date: string;
}

const LINE_CHARACTERS_MAX = 120;

/** A private mail to one who gave a command: the command, and a few lines. Nobody else gets it. */
export function composeAnswer(lines: readonly string[], asked: AnsweredCommand): { readonly draft: Draft } {
  const { address, messageId, kind, identity, date } = asked;
  const key = createHash('sha256').update(`${messageId}\n${kind}\n${address}`).digest('hex').slice(0, 16);
  const id = ownId(['a1', key], messageId, identity.domain);
  const headers = [
    ['From', mailboxText(identity)],
    ['To', address],
    ['Subject', replySubject(asked.subject)],
    ['Date', mailDate(date) ?? ''],
    ['Message-ID', `<${id}>`],
    ['In-Reply-To', isMessageId(messageId) ? `<${messageId}>` : ''],
    ['References', references(asked)],
    ['X-Loop', identity.address],
    ...FIXED_HEADERS,
  ] as const;
  return { draft: assembled({ key, messageId: id, headers, body: bodyOf(lines, asked) }) };
}

function bodyOf(lines: readonly string[], { line, isOwnWords }: AnsweredCommand): string {
  const said = lines.flatMap((one) => (isOwnWords ? fill(`  ${one}`) : [...fill(mailWords(one)), '']));
  if (isOwnWords) said.push('');
  return `${[
    `> ${mailWords(line).slice(0, LINE_CHARACTERS_MAX)}`,
    '',
    ...said,
    '-- ',
    'Automatic reply, to you alone. A person reads replies.',
  ].join('\n')}\n`;
}
