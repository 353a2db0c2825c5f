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
  text: '',
  octets: '',
  attachments: [],
  source: 'mail',
  problems: [],
};

/** Makes the letter of what its document says, and gives it its key. */
export function buildLetter(said: Partial<Unkeyed>): Letter {
  const letter = { ...UNSAID, ...said };
  return { ...letter, key: keyOf(letter) };
}

/**
 * Message-ID and content hash. The hash leaves out what lists change: Received, footers' trailing blanks, line ends.
 * Source: public-inbox v2-format(5), content_hash.
 */
function keyOf(letter: Unkeyed): string {
  const hash = createHash('sha256');
  const people = [...letter.to, ...letter.cc].map((one) => one.address ?? one.name);
  const from = letter.from?.address ?? letter.from?.name ?? '';
  const heads = [
    letter.subject,
    from,
    letter.date ?? '',
    letter.inReplyTo ?? '',
    ...letter.references,
    ...people,
  ];
  hash.update(heads.join('\n'));
  hash.update('\n\n');
  hash.update(letter.octets.trimEnd(), 'latin1');
  for (const attachment of letter.attachments) hash.update(attachment.octets, 'latin1');
  return `${letter.messageId ?? ''}#${hash.digest('hex').slice(0, 32)}`;
}
