import { createHash } from 'node:crypto';
import type { Letter } from './letter.ts';

/** A letter before it has its key. */
export type Unkeyed = Omit<Letter, 'key'>;

/** What a document says nothing of. */
export const UNSAID: Unkeyed = {
  messageId: null,
  inReplyTo: null,
  references: [],
  from: null,
  to: [],
  cc: [],
  date: null,
  subject: '',
  listId: null,
  autoSubmitted: null,
  text: '',
  octets: '',
  attachments: [],
  source: 'mail',
  problems: [],
};

/** Makes the letter of what its document says, and gives it its key. */
export function buildLetter(said: Unkeyed): Letter {
  return {
    messageId: said.messageId,
    key: keyOf(said),
    inReplyTo: said.inReplyTo,
    references: said.references,
    from: said.from,
    to: said.to,
    cc: said.cc,
    date: said.date,
    subject: said.subject,
    listId: said.listId,
    autoSubmitted: said.autoSubmitted,
    text: said.text,
    octets: said.octets,
    attachments: said.attachments,
    source: said.source,
    problems: said.problems,
  };
}

/**
 * Message-ID and content hash. The hash leaves out what lists change: Received, footers' trailing blanks, line ends.
 * Source: public-inbox v2-format(5), content_hash.
 */
function keyOf(letter: Unkeyed): string {
  const hash = createHash('sha256').update(headsOf(letter), 'utf8').update(letter.octets.trimEnd(), 'latin1');
  for (const { octets } of letter.attachments) hash.update('\0').update(octets, 'latin1');
  return `${letter.messageId ?? ''}#${hash.digest('hex').slice(0, 32)}`;
}

function headsOf(letter: Unkeyed): string {
  const { subject, from, date, inReplyTo, references } = letter;
  let heads = `${subject}\n${from?.address ?? from?.name ?? ''}\n${date ?? ''}\n${inReplyTo ?? ''}`;
  for (const id of references) heads += `\n${id}`;
  for (const one of letter.to) heads += `\n${one.address ?? one.name}`;
  for (const one of letter.cc) heads += `\n${one.address ?? one.name}`;
  return `${heads}\n\n`;
}
