import type { Report } from '../report.ts';
import { claimsByGravity } from './answers.ts';

/** The mail that is answered: the one that carries the claim. Nothing of it is trusted. */
export interface MailParent {
  /** Without angle brackets; empty when the document does not say, and then there is no mail to send. */
  readonly messageId: string;
  /** Its References, the oldest first; without it itself. */
  readonly references: readonly string[];
  /** Name of its author. */
  readonly author: string | null;
  /** ISO 8601 with the zone it was written in. */
  readonly date: string | null;
  readonly subject: string;
  /** Its decoded text: line n of a claim is `lines[n - 1]`. */
  readonly lines: readonly string[];
}

/** A mail of the thread, as far as an answer needs it. */
export interface AnswerableMail {
  readonly messageId: string | null;
  readonly references: readonly string[];
  readonly from: { readonly name: string } | null;
  readonly date: string | null;
  readonly subject: string;
  readonly text: string;
}

/**
 * The mail of the thread that a reply answers: the patch when it has a hazard, else where the gravest claim stands,
 * else the first patch, else the input.
 * A thread without that mail gives a parent without an id.
 */
export function mailParent(report: Report, thread: readonly AnswerableMail[]): MailParent {
  const id = parentIdOf(report);
  const mail = thread.find(({ messageId }) => messageId === id) ?? null;
  if (mail === null || mail.messageId === null) return unknownParent(report);
  const { messageId, references, from, date, subject, text } = mail;
  return { messageId, references, author: from?.name ?? null, date, subject, lines: text.split('\n') };
}

function parentIdOf(report: Report): string | null {
  const [gravest] = claimsByGravity(report);
  const ofClaim = gravest?.where.messageId ?? null;
  const ofPatch = report.series.patches.map(({ messageId }) => messageId).find((id) => id !== null) ?? null;
  const isHazard = (report.model?.hazards.length ?? 0) > 0;
  return (isHazard ? ofPatch : null) ?? ofClaim ?? ofPatch ?? report.input.messageId;
}

function unknownParent({ series }: Report): MailParent {
  const { subject, author, date } = series;
  return { messageId: '', references: [], author: author?.name ?? null, date, subject, lines: [] };
}
