import { describeProblem } from '../describe-problem.ts';
import type { Thread } from '../evaluation.ts';
import type { Report } from '../report.ts';

/** Problems after which there is nothing left to read. */
const FATAL = new Set([
  'input-not-mail',
  'input-too-large',
  'input-truncated',
  'line-too-long',
  'letter-too-large',
]);

/** Why no letter at all could be read; null when there are letters, or the input is simply empty. */
export function unreadable({ letters, problems }: Thread): string | null {
  if (letters.length > 0) return null;
  const fatal = problems.find((problem) => FATAL.has(problem.code)) ?? problems[0];
  return fatal === undefined || fatal.code === 'input-empty' ? null : describeProblem(fatal);
}

/** One line that says what was missing: the mail, the patch, the claim, or a unit that can be read. */
export function whyNothing({ series, problems }: Report): string {
  const figure = problems.find(({ code }) => code === 'unit-unknown' || code === 'quantity-unreadable');
  const empty = problems.find(({ code }) => code === 'input-empty');
  if (empty !== undefined) return empty.text;
  if (series.patches.length === 0) return 'nothing to evaluate: no patch and no series in it';
  if (figure !== undefined) return `nothing to evaluate: ${figure.text}`;
  return `nothing to evaluate: "${series.subject}" makes no performance claim`;
}
