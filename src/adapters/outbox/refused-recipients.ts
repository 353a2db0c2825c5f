/** A recipient whose server will never take a mail of ours, and its words. */
export interface RefusedRecipient {
  readonly address: string;
  readonly because: string;
}

const WORDS_MAX = 200;

/**
 * Who of a mail's recipients was refused for good (550 to RCPT TO), by what the mail library tells of a mail that left,
 * or of one that did not. What was refused for now (450) is none of them.
 */
export function refusedRecipients(told: unknown): readonly RefusedRecipient[] {
  if (typeof told !== 'object' || told === null || !('rejectedErrors' in told)) return [];
  const errors: unknown = told.rejectedErrors;
  return Array.isArray(errors) ? errors.flatMap(refusedIn) : [];
}

function refusedIn(error: unknown): readonly RefusedRecipient[] {
  if (!(error instanceof Error) || !('recipient' in error) || !('responseCode' in error)) return [];
  const { recipient, responseCode, message } = error;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500;
  if (typeof recipient !== 'string' || !isFinal) return [];
  return [{ address: recipient, because: message.replaceAll(/\s+/g, ' ').slice(0, WORDS_MAX) }];
}
