import type { Report } from '../report.ts';

/** What was said in the mail that an answer would go to. */
export interface Answered {
  readonly subject: string;
  /** Bare address; null when the archive masked it. */
  readonly from: string | null;
  /** What Auto-Submitted says; null for what a person sent. */
  readonly autoSubmitted: string | null;
}

/** The only outcomes that are worth a mail: they hang on no assumption of ours. */
const WORTH_A_MAIL: readonly Report['outcome'][] = ['hazard', 'beyond-limit', 'contradicted'];

/** [PATCH AUTOSEL 5.4 1/3], [PATCH 5.10.y], [stable]: a copy of a patch that was judged where it was posted. */
const BACKPORT = /\b(?:AUTOSEL|stable)\b|\b\d{1,2}\.\d{1,3}(?:\.(?:\d{1,3}|y))?(?:\s|-stable|$)/;

/**
 * Every reason not to write a mail about a report, in plain words; empty when there is none. Silence is the default: one
 * patch mail of a thousand deserves an answer. What is asked for need not be grave.
 */
export function whySilent(report: Report, answered: Answered | null, isAskedFor = false): readonly string[] {
  const { series, outcome } = report;
  const reasons: readonly (string | false)[] = [
    !isAskedFor && !WORTH_A_MAIL.includes(outcome) && `the outcome is ${outcome}: it stays on the page`,
    isAskedFor && outcome === 'nothing-to-evaluate' && 'there is nothing to say: nothing was evaluated',
    !isAskedFor && outcome === 'hazard' && !hasError(report) && 'the hazard is a warning, not an error',
    !isAskedFor && series.rfc && 'the series is an RFC and nobody asked',
    !series.complete && `patches are missing: ${series.missing.slice(0, 10).join(', ')}`,
    isSuperseded(report) && 'there is a newer version of the series',
    answered === null && 'the mail to answer is not at hand',
    answered !== null && answered.autoSubmitted !== null && 'a program wrote the mail (Auto-Submitted)',
    answered !== null && isBackport(answered.subject) && 'the mail is a backport',
    answered !== null && !isOwnClaim(report, answered) && 'the claim is not from the author of the series',
  ];
  return reasons.filter((reason) => reason !== false);
}

function hasError({ model }: Report): boolean {
  return model?.hazards.some(({ severity }) => severity === 'error') ?? false;
}

function isSuperseded({ series }: Report): boolean {
  return series.versions.some(({ version }) => version > series.version);
}

function isBackport(subject: string): boolean {
  const prefix = /^[^\]]{0,100}\]/.exec(subject)?.[0] ?? '';
  return BACKPORT.test(prefix.replaceAll(']', ' '));
}

function isOwnClaim({ series }: Report, { from }: Answered): boolean {
  const author = series.author?.address ?? null;
  return author !== null && from !== null && author.toLowerCase() === from.toLowerCase();
}
