import type { Outcome, ReportClaim, Verdict } from '../report.ts';

/** Each verdict in the words of every face. Neutral on purpose: they say what differs, not who is at fault. */
export const VERDICT_WORDS = {
  'no-effect-agreed': 'agrees: no effect',
  reproduced: 'reproduced',
  'direction-only': 'direction only',
  unexplained: 'not explained by this change',
  contradicted: 'model says the opposite',
  undetermined: 'undetermined',
  'beyond-limit': 'beyond a physical limit',
  'not-modelled': 'not modelled',
  'not-replayed': 'not replayed',
} as const satisfies Record<Verdict, string>;

/** How much a reader has to worry, which decides a colour and nothing else. */
export const OUTCOME_TONE = {
  hazard: 'bad',
  'beyond-limit': 'bad',
  contradicted: 'bad',
  inconsistent: 'bad',
  unexplained: 'unsure',
  undetermined: 'unsure',
  supported: 'good',
  'nothing-to-evaluate': 'plain',
} as const satisfies Record<Outcome, 'bad' | 'unsure' | 'good' | 'plain'>;

/** The same for one claim. */
export const VERDICT_TONE = {
  'no-effect-agreed': 'good',
  reproduced: 'good',
  'direction-only': 'good',
  unexplained: 'unsure',
  contradicted: 'bad',
  undetermined: 'unsure',
  'beyond-limit': 'bad',
  'not-modelled': 'quiet',
  'not-replayed': 'quiet',
} as const satisfies Record<Verdict, 'bad' | 'unsure' | 'good' | 'quiet'>;

/** The verdict of one claim; a claim without figures is only ever reproduced in direction. */
export function verdictWords(claim: ReportClaim): string {
  const words = VERDICT_WORDS[claim.verdict];
  return claim.verdict === 'reproduced' && claim.kind === 'qualitative' ? `${words} (direction)` : words;
}
