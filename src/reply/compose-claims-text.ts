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
    `    ${claim.id}  ${facts(claim).join('   ')}`,
    ...claim.findings.map(({ kind, text }) => `    ${kind}: ${visible(text)}`),
  ]);
  const own = findings.map(({ kind, text, claims: ids }) => `${ids.join(', ')}  ${kind}: ${visible(text)}`);
  return joinBlocks([...blocks, own].map((lines) => lines.map((line) => indented(line, options.columns))));
}

function facts(claim: AuditedClaim): string[] {
  const labels = [claim.before, claim.after].flatMap((side) => (side === null ? [] : [visible(side.label)]));
  return [
    `${claim.metric} of ${visible(claim.quantity)}`,
    claim.values.length > 0 ? listed(claim) : visible(claimedFigures({ ...claim, ...UNJUDGED })),
    ...(claim.deltaPercent === null ? [] : [percentWithSign(claim.deltaPercent)]),
    ...(labels.length > 0 ? [`(${labels.join(' → ')})`] : []),
    ...(claim.better === null ? [] : [`${claim.better} is better`]),
    ...(claim.stated === null ? [] : [`said: “${visible(claim.stated.text)}”`]),
  ];
}

const UNJUDGED = { replay: null, verdict: 'not-replayed', because: '', settle: null } as const;

function listed({ values, unit }: AuditedClaim): string {
  return values.map(({ label, value }) => `${visible(label)} ${value} ${unit}`).join(' · ');
}
