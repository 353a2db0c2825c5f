import type { Report, Verdict } from '../report.ts';

interface Answer {
  readonly words: string;
  readonly verdicts: readonly Verdict[];
}

/** Verdicts that mean the same to somebody who reads one line, the gravest first. Every verdict stands in one row. */
const ANSWERS: readonly Answer[] = [
  { words: 'beyond a limit', verdicts: ['beyond-limit'] },
  { words: 'contradicted', verdicts: ['contradicted'] },
  { words: 'unexplained', verdicts: ['unexplained'] },
  { words: 'undetermined', verdicts: ['undetermined'] },
  { words: 'as modelled', verdicts: ['no-effect-agreed', 'reproduced', 'direction-only'] },
  { words: 'not judged', verdicts: ['not-modelled', 'not-replayed'] },
];

/**
 * The finding in one line, without a full stop: "1 of 6 claims has figures that disagree; 2 unexplained, 4 as modelled".
 * It counts the claims themselves, so it can not differ from a table of them. Where `charactersMax` is too short for
 * every count, the mildest ones become "n others".
 */
export function headline(report: Report, charactersMax = Number.POSITIVE_INFINITY): string {
  const counts = answerCounts(report);
  for (let shown = counts.length; shown > 0; shown -= 1) {
    const line = joined(report, gathered(counts, shown));
    if (line.length <= charactersMax) return line;
  }
  return joined(report, []);
}

/** How many claims have each answer, in words of one line; answers that no claim has are left out. */
export function answerCounts(report: Report): { readonly words: string; readonly count: number }[] {
  return ANSWERS.map(({ words, verdicts }) => ({
    words,
    count: report.claims.filter(({ verdict }) => verdicts.includes(verdict)).length,
  })).filter(({ count }) => count > 0);
}

/** The claims of which a figure of the mail disagrees with another one, or with the text. */
export function disagreeingClaims(report: Report): string[] {
  const own = report.claims.filter(({ findings }) => findings.some(isError)).map(({ id }) => id);
  const ofSeries = report.findings.filter(isError).flatMap(({ claims }) => claims);
  return [...new Set([...own, ...ofSeries])].filter((id) => report.claims.some((claim) => claim.id === id));
}

const isError = ({ severity }: { readonly severity: string }) => severity === 'error';

function gathered(counts: ReturnType<typeof answerCounts>, shown: number): string[] {
  const rest = counts.slice(shown).reduce((sum, { count }) => sum + count, 0);
  const first = counts.slice(0, shown).map(({ words, count }) => `${count} ${words}`);
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
