import { decodeHeader } from './encoded-word.ts';
import { foldedValues, headerValue, headerValues, readHeaders } from './headers.ts';
import { readInReplyTo, readMessageId, readReferences } from './identifiers.ts';
import type { IngestLimits } from './limits.ts';
import { readMailDate } from './mail-date.ts';

/** What is needed to sort mails into threads, without their bodies. */
export interface MailIndex {
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly subject: string;
  readonly date: string | null;
}

/** Reads a mail's place in its thread from its headers alone; the mail is held as one character per byte. */
export function indexMail(octets: string, limits: IngestLimits): MailIndex {
  const head = readHeaders(octets, 0, limits);
  const [inReplyTo = null] = headerValues(head, 'in-reply-to').flatMap(readInReplyTo);
  return {
    messageId: readMessageId(headerValue(head, 'message-id') ?? ''),
    inReplyTo,
    references: readReferences(foldedValues(head, 'references').join(' '), limits.referencesMax),
    subject: decodeHeader(headerValue(head, 'subject') ?? ''),
    date: readMailDate(headerValue(head, 'date') ?? ''),
  };
}
