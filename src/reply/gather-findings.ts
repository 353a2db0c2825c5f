import type { Report, ReportFinding } from '../report.ts';

/** The claims' findings and the series' own, one list: the same sentence on several claims is said once. */
export function gatherFindings(report: Report): ReportFinding[] {
  const byText = new Map<string, ReportFinding>();
  const all = report.claims.flatMap(({ id, findings }) =>
    findings.map((finding) => ({ ...finding, claims: [id] })),
  );
  for (const finding of [...all, ...report.findings]) {
    const key = `${finding.kind} ${finding.text}`;
    const known = byText.get(key);
    const claims = [...new Set([...(known?.claims ?? []), ...finding.claims])];
    byText.set(key, { ...finding, claims });
  }
  return [...byText.values()];
}
