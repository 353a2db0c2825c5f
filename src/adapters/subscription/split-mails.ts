import { separatorOf, splitMbox } from '../../ingest/mbox.ts';

/** The mails of an mbox, each with its own bytes; any other document as it is. */
export function splitMails(bytes: Buffer): readonly Buffer[] {
  const octets = bytes.toString('latin1');
  if (separatorOf(octets) === null) return bytes.length === 0 ? [] : [bytes];
  return [...splitMbox(octets)].map((mail) => Buffer.from(mail, 'latin1'));
}
