import { describeProblem } from '../describe-problem.ts';
import type { Thread } from '../evaluation.ts';
import type { Report } from '../report.ts';
import { ExitCode } from './exit-code.ts';

/** Why no letter at all could be read; null when there are letters, or the input is simply empty. */
export function unreadable({ letters, problems }: Pick<Thread, 'letters' | 'problems'>): string | null {
  if (letters.length > 0) return null;
  const fatal = problems.find(({ code }) => code !== 'input-empty');
  return fatal === undefined ? null : describeProblem(fatal);
}

export interface Refusal {
  readonly code: ExitCode;
  readonly reason: string;
}

/** Problems that hide a part of the mail: what was claimed may stand in it. */
const HIDING: ReadonlySet<string> = new Set([
  'input-truncated',
  'letter-too-large',
  'letter-unreadable',
  'line-too-long',
  'mime-ambiguous',
  'too-many',
]);

/**
 * Why a thread that was read has nothing to evaluate: what could not be read, or else what is not there. A mail that
 * was cut short by a limit counts as unreadable, because nobody knows what its rest says.
 */
export function nothingIn({ series, problems }: Pick<Report, 'series' | 'problems'>): Refusal {
  const hidden = problems.find(({ code }) => HIDING.has(code));
  if (hidden !== undefined) return { code: ExitCode.unreadable, reason: hidden.text };
  return { code: ExitCode.nothingToEvaluate, reason: missingFrom(series, problems) };
}

const TELLING = ['input-empty', 'plain-text-missing', 'unit-unknown', 'quantity-unreadable'];

function missingFrom(series: Report['series'], problems: Report['problems']): string {
  const telling = problems.find(({ code }) => TELLING.includes(code));
  if (telling !== undefined) return `nothing to evaluate: ${telling.text}`;
  if (series.patches.length === 0) return 'nothing to evaluate: no patch and no series in it';
  return `nothing to evaluate: "${series.subject}" makes no performance claim`;
}
