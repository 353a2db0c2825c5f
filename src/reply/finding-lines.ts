import type { Report, ReportFinding } from '../report.ts';
import type { Paint } from './paint.ts';
import { visible } from './visible.ts';

const MARK = { error: '✗', warning: '!', info: '·' } as const satisfies Record<
  ReportFinding['severity'],
  string
>;
const TONE = { error: 'bad', warning: 'unsure', info: 'plain' } as const;
const ORDER = ['error', 'warning', 'info'] as const;

/** Hazards first, with their trace, then every finding, the gravest first, in the order of the claims. */
export function findingLines(report: Report, paint: Paint): string[] {
  return [...hazardLines(report, paint), ...ORDER.flatMap((severity) => linesOf(report, severity, paint))];
}

function hazardLines(report: Report, paint: Paint): string[] {
  const hazards = report.model?.hazards ?? [];
  return hazards.flatMap((hazard) => {
    const mark = paint(TONE[hazard.severity], MARK[hazard.severity]);
    const trace = hazard.trace.map((call, depth) => `${'  '.repeat(Math.min(depth, 12))}  ${visible(call)}`);
    return [
      `${mark} ${hazard.kind}  ${visible(hazard.because)}`,
      ...trace.map((line) => paint('quiet', line)),
    ];
  });
}

function linesOf(report: Report, severity: ReportFinding['severity'], paint: Paint): string[] {
  return gathered(report)
    .filter((finding) => finding.severity === severity)
    .map(
      (finding) =>
        `${paint(TONE[severity], MARK[severity])} ${whose(finding, report)}  ${visible(finding.text)}`,
    );
}

/** The claims' findings and the series' own, one list: the same sentence on several claims is said once. */
function gathered(report: Report): ReportFinding[] {
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

function whose(finding: ReportFinding, report: Report): string {
  const numbers = finding.claims.map((id) => id.replace(/^c/, ''));
  if (numbers.length === 0) return 'series';
  if (numbers.length > 1 && numbers.length === report.claims.length) return 'all';
  return `claim ${numbers.join(', ')}`;
}
