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
  const bodies = [letter.octets.trimEnd(), ...letter.attachments.map((attachment) => attachment.octets)];
  const hash = createHash('sha256').update(`${heads.join('\n')}\n\n`, 'utf8');
  const digest = hash.update(bodies.join('\0'), 'latin1').digest('hex');
  return `${letter.messageId ?? ''}#${digest.slice(0, 32)}`;
}
