import type { Report, ReportClaim, Verdict } from '../report.ts';

export interface AnswerCount {
  readonly words: string;
  readonly count: number;
}

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

/** The answer to one claim, in the words that every headline and every table of a reply counts. */
export function answerTo(claim: ReportClaim): string {
  return ANSWERS.find(({ verdicts }) => verdicts.includes(claim.verdict))?.words ?? 'not judged';
}

/** How many claims have each answer, in words of one line; answers that no claim has are left out. */
export function answerCounts(claims: readonly ReportClaim[]): AnswerCount[] {
  return ANSWERS.map(({ words, verdicts }) => ({
    words,
    count: claims.filter(({ verdict }) => verdicts.includes(verdict)).length,
  })).filter(({ count }) => count > 0);
}

/** The claims of which a figure of the mail disagrees with another one, or with the text. */
export function disagreeingClaims(report: Report): string[] {
  const own = report.claims.filter(({ findings }) => findings.some(isError)).map(({ id }) => id);
  const ofSeries = report.findings.filter(isError).flatMap(({ claims }) => claims);
  return [...new Set([...own, ...ofSeries])].filter((id) => report.claims.some((claim) => claim.id === id));
}

/** The claims, those whose figures disagree first, then by their answer; equally grave ones as they appear. */
export function claimsByGravity(report: Report): ReportClaim[] {
  const disagreeing = new Set(disagreeingClaims(report));
  const gravity = (claim: ReportClaim) =>
    (disagreeing.has(claim.id) ? 0 : ANSWERS.length) +
    ANSWERS.findIndex(({ verdicts }) => verdicts.includes(claim.verdict));
  return report.claims.toSorted((a, b) => gravity(a) - gravity(b));
}

/** The claims a short table has room for: the gravest `rows` of them, in order of appearance. */
export function gravestClaims(report: Report, rows: number): ReportClaim[] {
  const kept = new Set(claimsByGravity(report).slice(0, rows));
  return report.claims.filter((claim) => kept.has(claim));
}

const isError = ({ severity }: { readonly severity: string }) => severity === 'error';
