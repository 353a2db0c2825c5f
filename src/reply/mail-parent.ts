import type { Report } from '../report.ts';
import { claimsByGravity } from './answers.ts';
import type { Mailbox } from './draft.ts';

/** The mail that is answered: the one that carries the claim. Nothing of it is trusted. */
export interface MailParent {
  /** Without angle brackets. */
  readonly messageId: string;
  /** Its References, the oldest first; without it itself. */
  readonly references: readonly string[];
  readonly from: Mailbox | null;
  /** ISO 8601 with the zone it was written in. */
  readonly date: string | null;
  readonly subject: string;
  /** Its decoded text: line n of a claim is `lines[n - 1]`. */
  readonly lines: readonly string[];
}

/** The Message-ID of the mail to answer: where the gravest claim stands, else the first patch, else the input. */
export function parentIdOf(report: Report): string | null {
  const [gravest] = claimsByGravity(report);
  const ofPatch = report.series.patches.map(({ messageId }) => messageId).find((id) => id !== null);
  return gravest?.where.messageId ?? ofPatch ?? report.input.messageId;
}
