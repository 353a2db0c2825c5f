import type { Report } from '../report.ts';
import { type AnswerCount, answerCounts, disagreeingClaims } from './answers.ts';

/**
 * The finding in one line, without a full stop: "1 of 6 claims has figures that disagree; 2 unexplained, 4 as modelled".
 * It counts the claims themselves, so it can not differ from a table of them. Where `charactersMax` is too short for
 * every count, the mildest ones become "n others".
 */
export function headline(report: Report, charactersMax = Number.POSITIVE_INFINITY): string {
  const counts = answerCounts(report.claims);
  for (let shown = counts.length; shown > 0; shown -= 1) {
    const line = joined(report, gathered(counts, shown));
    if (line.length <= charactersMax) return line;
  }
  return joined(report, []);
}

function gathered(counts: readonly AnswerCount[], shown: number): string[] {
  const rest = counts.slice(shown).reduce((sum, { count }) => sum + count, 0);
  const isOne = counts.length === 1 && counts[0]?.count === 1;
  const first = counts.slice(0, shown).map(({ words, count }) => (isOne ? words : `${count} ${words}`));
  return rest === 0 ? first : [...first, `${rest} others`];
}

function joined(report: Report, answers: readonly string[]): string {
  const hazards = report.model?.hazards.length ?? 0;
  const parts = [
    hazards === 0 ? '' : `${hazards} ${hazards === 1 ? 'hazard' : 'hazards'}`,
    claimWords(report, answers),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function claimWords(report: Report, answers: readonly string[]): string {
  const total = report.claims.length;
  if (total === 0) return 'no performance claim found';
  const disagreeing = disagreeingClaims(report).length;
  const claims = total === 1 ? '1 claim' : `${total} claims`;
  if (disagreeing === 0) return [claims, answers.join(', ')].filter((part) => part !== '').join(': ');
  const verb = disagreeing === 1 ? 'has' : 'have';
  return [`${disagreeing} of ${claims} ${verb} figures that disagree`, answers.join(', ')]
    .filter((part) => part !== '')
    .join('; ');
}
