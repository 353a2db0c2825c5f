import type { Report, ReportClaim } from '../report.ts';
import { gatherFindings } from './gather-findings.ts';

/** One thing a reply has to say. `text` is a sentence of the report and may hold words from outside. */
export interface Point {
  readonly severity: 'error' | 'warning' | 'info';
  /** Ids of the claims it speaks of; empty for the series and for a hazard. */
  readonly claims: readonly string[];
  /** Kind of hazard or finding, or the verdict that is explained. */
  readonly kind: string;
  readonly text: string;
}

const ORDER = ['error', 'warning', 'info'] as const;

/** Verdicts that a reader wants explained, and how loudly. */
const EXPLAINED: Readonly<Partial<Record<ReportClaim['verdict'], Point['severity']>>> = {
  'beyond-limit': 'error',
  contradicted: 'error',
  unexplained: 'warning',
  undetermined: 'warning',
};

/** Hazards, then what the figures show, then why the model answers otherwise; the gravest first, each sentence once. */
export function reportPoints(report: Report): Point[] {
  const all = [...hazardPoints(report), ...gatherFindings(report), ...verdictPoints(report)];
  const byText = new Map<string, Point>();
  for (const { severity, claims, kind, text } of all) {
    if (!byText.has(text)) byText.set(text, { severity, claims, kind, text });
  }
  const once = [...byText.values()];
  return ORDER.flatMap((severity) => once.filter((point) => point.severity === severity));
}

/** Claims that were not judged, gathered by the reason. */
export function notJudged(
  report: Report,
): { readonly claims: readonly string[]; readonly because: string }[] {
  const silent = report.claims.filter(
    ({ verdict }) => verdict === 'not-modelled' || verdict === 'not-replayed',
  );
  return [...byReason(silent)].map(([because, claims]) => ({ claims, because }));
}

function hazardPoints(report: Report): Point[] {
  return (report.model?.hazards ?? []).map(({ kind, severity, because, where }) => ({
    severity,
    claims: [],
    kind,
    text: where === null ? because : `${because} (${where.file}:${where.line})`,
  }));
}

function verdictPoints(report: Report): Point[] {
  return Object.entries(EXPLAINED).flatMap(([kind, severity]) => {
    const claims = report.claims.filter(({ verdict }) => verdict === kind);
    return [...byReason(claims)].map(([text, ids]) => ({ severity, claims: ids, kind, text }));
  });
}

function byReason(claims: readonly ReportClaim[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const { id, because } of claims) reasons.set(because, [...(reasons.get(because) ?? []), id]);
  return reasons;
}
