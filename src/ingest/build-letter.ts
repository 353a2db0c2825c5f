import { hash } from 'node:crypto';
import type { Letter } from './letter.ts';

/** A letter before it has its key. */
export type Unkeyed = Omit<Letter, 'key'>;

/** What a document says nothing of. */
export const UNSAID: Unkeyed = {
  messageId: null,
  otherIds: [],
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
    otherIds: said.otherIds,
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
  const digest = hash('sha256', contentOf(letter), 'hex');
  return [letter.messageId ?? '', '#', digest.slice(0, 32)].join('');
}

/** Most letters fit; what is written here is hashed at once, and nothing is made for it. */
const SCRATCH = Buffer.alloc(65_536);
const UTF8_BYTES_MAX = 3;

function contentOf(letter: Unkeyed): Uint8Array {
  const heads = headsOf(letter);
  const room = roomFor(heads.length * UTF8_BYTES_MAX + octetCount(letter));
  let end = room.write(heads, 0, 'utf8');
  end += room.write(letter.octets.trimEnd(), end, 'latin1');
  for (const { octets } of letter.attachments) end += room.write(`\0${octets}`, end, 'latin1');
  return room.subarray(0, end);
}

function roomFor(bytes: number): Buffer {
  return bytes <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafe(bytes);
}

function octetCount({ octets, attachments }: Unkeyed): number {
  return attachments.reduce((sum, attachment) => sum + 1 + attachment.octets.length, octets.length);
}

function headsOf(letter: Unkeyed): string {
  const { subject, from, date, inReplyTo, references } = letter;
  let heads = `${subject}\n${from?.address ?? from?.name ?? ''}\n${date ?? ''}\n${inReplyTo ?? ''}`;
  for (const id of references) heads += `\n${id}`;
  for (const one of letter.to) heads += `\n${one.address ?? one.name}`;
  for (const one of letter.cc) heads += `\n${one.address ?? one.name}`;
  return `${heads}\n\n`;
}
