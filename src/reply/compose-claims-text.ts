import type { Report, ReportClaim } from '../report.ts';
import { claimedFigures, percentWithSign } from './figures.ts';
import { paintWith } from './paint.ts';
import { indented, joinBlocks, type TextOptions } from './screen.ts';
import { visible } from './visible.ts';

type AuditedClaim = Omit<ReportClaim, 'replay' | 'verdict' | 'because' | 'settle'>;

/** The mail's own lines, each with the claim that was read from it: a person can check one against the other. */
export function composeClaimsText(
  claims: readonly AuditedClaim[],
  findings: Report['findings'],
  options: TextOptions,
): string {
  const paint = paintWith(options.hasColour);
  const blocks = claims.map((claim) => [
    `line ${claim.where.line}  ${paint('strong', visible(claim.where.text.trim()))}`,
    `    ${claim.id}  ${figures(claim)}`,
    ...circumstances(claim).map((line) => `        ${line}`),
    ...claim.findings.map(({ kind, text }) => `      ${kind}: ${visible(text)}`),
  ]);
  const own = findings.map(({ kind, text, claims: ids }) => `${ids.join(', ')}  ${kind}: ${visible(text)}`);
  return joinBlocks([...blocks, own].map((lines) => lines.map((line) => indented(line, options.columns))));
}

/** What was measured, the two figures, their difference, and what would be good: the line to compare with the mail. */
function figures(claim: AuditedClaim): string {
  const { quantity, metric, deltaPercent, better } = claim;
  const name = visible(quantity).trim();
  const judged = [metric, ...(better === null ? [] : [`${better} is better`])].join(', ');
  const shown = [name, visible(claimedFigures({ ...claim, ...UNJUDGED }))];
  return [...shown, ...(deltaPercent === null ? [] : [percentWithSign(deltaPercent)]), `(${judged})`].join(
    '   ',
  );
}

const UNJUDGED = { replay: null, verdict: 'not-replayed', because: '', settle: null } as const;

/** Which configurations the figures are of, all that were measured beside them, and the words about them. */
function circumstances({ before, after, values, unit, stated }: AuditedClaim): string[] {
  const labels = [before, after].flatMap((side) =>
    side === null || side.label === '' ? [] : [visible(side.label)],
  );
  const all = values.map(({ label, value }) => `${visible(label)} ${value} ${unit}`);
  const isQuoted = before === null && after === null;
  return [
    ...(labels.length > 0 ? [labels.join(' → ')] : []),
    ...(all.length > 0 ? [`one of: ${all.join(' · ')}`] : []),
    ...(stated === null || isQuoted ? [] : [`said: “${visible(stated.text)}”`]),
  ];
}
