import type { ClaimLimits } from '../../src/claims/claim-limits.ts';
import type { Letter } from '../../src/ingest/letter.ts';
import type { Series } from '../../src/series/series.ts';

/** Bounds that no test text comes near. */
export const LIMITS: ClaimLimits = {
  lineCharactersMax: 2000,
  letterLinesMax: 20_000,
  numberLinesMax: 1500,
  numberCharactersMax: 100_000,
  tableRowsMax: 200,
  tableColumnsMax: 40,
  claimsMax: 200,
};

/** A series of letters with these texts, the first one the patch; nothing else of it is filled in. */
export function threadOf(subject: string, ...texts: readonly string[]): Series {
  const letters = texts.map((text, at) => letterOf(subject, text, at));
  return {
    subject,
    version: 1,
    total: 1,
    rfc: false,
    resend: false,
    author: null,
    date: null,
    baseCommit: null,
    changeId: null,
    prerequisites: [],
    supersedes: [],
    submission: true,
    purpose: 'submission',
    coverLetter: false,
    complete: true,
    missing: [],
    patches: [],
    trailers: [],
    versions: [],
    replies: texts.length - 1,
    answers: [],
    letters,
    problems: [],
  };
}

function letterOf(subject: string, text: string, at: number): Letter {
  const messageId = `letter-${at + 1}@example.org`;
  return {
    messageId,
    otherIds: [],
    key: messageId,
    inReplyTo: null,
    references: [],
    from: null,
    to: [],
    cc: [],
    date: null,
    subject,
    listId: null,
    autoSubmitted: null,
    text,
    octets: text,
    attachments: [],
    source: 'mail',
    problems: [],
  };
}
