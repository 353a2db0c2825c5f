import { claimsItself } from '../src/claims/find-claims.ts';
import type { Letter } from '../src/ingest/letter.ts';
import type { Received } from '../src/ports/mail-store.ts';
import { policyOf } from '../src/service/service-settings.ts';
import type { WorkerPorts } from './ports.ts';

const DAY_MS = 86_400_000;

export const OLD_AND_CLAIMS_NOTHING =
  'an old mail that claims nothing: it was read, and nothing was evaluated';

/**
 * Whether a letter is a reason to judge its thread. Whatever is new is; of what is too old to be answered only what claims
 * something in its own words, as a scan sees it: an archive of years is mostly talk, and a process for each thread of it
 * would take days.
 */
export function isWorthJudging(
  letter: Letter,
  { list, topic }: Pick<Received, 'list' | 'topic'>,
  { clock, service, settings }: Pick<WorkerPorts, 'clock' | 'service' | 'settings'>,
): boolean {
  const { answerWithinDays } = policyOf(service, list);
  const ageMs = letter.date === null ? 0 : clock() - Date.parse(letter.date);
  return topic !== null || !(ageMs > answerWithinDays * DAY_MS) || claimsItself(letter, settings.claims);
}
